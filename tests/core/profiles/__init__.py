"""What the conformance suite must know of each game; every registered game has a profile."""

from tests.core.profiles import artus, bellica, juwelen, luschen, lusus
from tests.core.profiles.base import Profile

PROFILES: dict[str, Profile] = {
    profile.name: profile
    for profile in (artus.PROFILE, bellica.PROFILE, juwelen.PROFILE, luschen.PROFILE, lusus.PROFILE)
}
