// Loaded into a server before its own code. It replies to each message with the CPU time used so far.
process.on('message', () => process.send(process.cpuUsage()));
process.on('disconnect', () => process.exit());
// The channel must not keep the process alive.
process.channel.unref();
