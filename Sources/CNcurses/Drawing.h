#pragma once

/// The file in memory that ncurses draws into.
extern int drawing_file;
