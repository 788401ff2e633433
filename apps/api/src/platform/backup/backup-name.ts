/** `handover-2026-11-22-043000.tar.gz`, in UTC, so that names sort by time. */
export function backupName(now: Date): string {
  const [date = '', time = ''] = now.toISOString().split('T');
  return `handover-${date}-${time.slice(0, 8).replaceAll(':', '')}.tar.gz`;
}
