// The room is made here and furnished in the commits that follow.
