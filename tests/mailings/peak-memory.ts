/** Watches how much memory this process has (resident). What it gives says on standard output how much that was at most, in MB. */
export function watchMemory(): () => void {
  let peakBytes = 0;
  const watch = () => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
  };
  const timer = setInterval(watch, 50);
  return () => {
    watch();
    clearInterval(timer);
    console.log(`peak ${Math.round(peakBytes / 1e6)}`);
  };
}
