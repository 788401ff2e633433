// Loaded into each program before its own code. The channel to the launcher closes when the launcher ends, even by kill
// -9; the program then shuts down normally, so that no server is left running.
if (process.channel) {
  process.channel.unref();
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}
