import stat
from pathlib import Path

import pytest
from certamen_services.records.keys import KeyFileError, Signer, parse_public_key, signature_holds
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat


def test_the_key_is_made_when_missing_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "key.pem"
    made = Signer.load_or_create(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert Signer.load_or_create(path).public_key == made.public_key
    assert [entry.name for entry in path.parent.iterdir()] == ["key.pem"]


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660])
def test_a_key_that_others_may_read_is_refused(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "key.pem"
    Signer.load_or_create(path)
    path.chmod(mode)
    with pytest.raises(KeyFileError, match="chmod 600"):
        Signer.load_or_create(path)


def test_a_file_that_is_no_such_key_is_refused(tmp_path: Path) -> None:
    other = X25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    for content, complaint in ((b"", "no private key"), (b"rubbish", "no private key"), (other, "Ed25519")):
        path = tmp_path / "key.pem"
        path.write_bytes(content)
        path.chmod(0o600)
        with pytest.raises(KeyFileError, match=complaint):
            Signer.load_or_create(path)


def test_signatures_belong_to_match_head_and_key() -> None:
    signer = Signer.generate()
    signature = signer.sign("m1", bytes(32))
    assert signature_holds(signer.public_key, "m1", bytes(32), signature)
    assert not signature_holds(signer.public_key, "m2", bytes(32), signature)
    assert not signature_holds(signer.public_key, "m1", b"\1" + bytes(31), signature)
    assert not signature_holds(Signer.generate().public_key, "m1", bytes(32), signature)
    assert not signature_holds(signer.public_key, "m1", bytes(32), bytes(64))
    assert not signature_holds(b"short", "m1", bytes(32), signature)


def test_public_keys_are_written_in_hex() -> None:
    key = Signer.generate().public_key
    assert parse_public_key(f" {key.hex()}\n") == key
    for bad in ("", "00", key.hex().upper() + "0", "zz" * 32):
        with pytest.raises(KeyFileError, match="64 lower-case hex digits"):
            parse_public_key(bad)
