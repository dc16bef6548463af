// Comes into a server before its own code: says what its process has used so far whenever it is asked.
process.on('message', () => process.send(process.cpuUsage()));
process.on('disconnect', () => process.exit());
// Nothing waits for the next question.
process.channel.unref();
