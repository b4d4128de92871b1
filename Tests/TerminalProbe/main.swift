// Furnished with NcursesScreen.
