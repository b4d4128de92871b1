// The tests of this room come with its code.
