#pragma once

// What is done once, before anything else.

/// Makes the memory of the program's variables its own. To be called while there is one thread.
///
/// Otherwise each of its pages is copied when it is first written to, and the copy is announced to every processor that a
/// thread of the program runs on: with many threads that takes some milliseconds of a start.
void start_own_variables(void);

/// Opens standard input, output and error on /dev/null where the program was started without them. To be called before
/// anything is opened: a file would get the number of the stream, and what is printed would go into it.
///
/// Reading the one and writing to the others fails, as it does for a stream that is closed.
void start_open_standard_streams(void);
