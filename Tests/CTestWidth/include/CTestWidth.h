/// The module has nothing to import: linking it is enough (see CTestWidth.c).
