#pragma once

/// Opens a socket that has something to read whenever this machine has got a network address, or lost one. It does not
/// block, and programs that are started do not have it.
/// @return -1 with errno if the system does not have such sockets.
int netlink_open_addresses(void);
