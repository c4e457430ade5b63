"""What a command needs to reach."""

from __future__ import annotations

from certamen_services.launcher.reach import needed_folders


def test_a_script_of_node_needs_its_packages_and_those_that_are_linked(tmp_path):
    library, bot = tmp_path / "library", tmp_path / "bot"
    for folder in (library, bot / "dist", bot / "node_modules", tmp_path / "other"):
        folder.mkdir(parents=True)
    script = bot / "dist" / "main.js"
    script.write_text("")
    (bot / "node_modules" / "library").symlink_to(library)
    (bot / "node_modules" / "gone").symlink_to(tmp_path / "gone")
    assert needed_folders([str(script)]) == sorted(map(str, (bot, bot / "dist", library)))


def test_a_file_needs_its_folder_and_a_program_what_is_beside_its_own(tmp_path):
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "bot"
    program.write_text("")
    assert needed_folders([str(program), "greedy"]) == [str(tmp_path)]
