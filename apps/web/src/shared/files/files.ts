import type { FileState } from '@handover/contract/records/files.ts';
import { getRoleLevel, type Role } from '@handover/contract/auth/roles.ts';

/** Saves bytes as a file. */
export function saveFile(bytes: Blob, name: string): void {
  const address = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Downloads the file of a ticket without leaving the page. */
export function downloadTicket({ url }: { url: string }): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

const units = ['KB', 'MB', 'GB', 'TB'] as const;

/** A human-readable size: “412 bytes”, “1.4 MB”. */
export function formatSize(sizeBytes: number): string {
  if (sizeBytes < 1000) return sizeBytes === 1 ? '1 byte' : `${String(sizeBytes)} bytes`;
  const power = Math.min(Math.floor(Math.log10(sizeBytes) / 3), units.length);
  const size = sizeBytes / 1000 ** power;
  return `${size.toLocaleString('en', { maximumFractionDigits: size < 10 ? 1 : 0 })} ${units[power - 1] ?? 'KB'}`;
}

/** Until a file is checked for patient information, only staff can open it. */
export function isBeingChecked({ check }: FileState, role: Role | null): boolean {
  return (check === 'waiting' || check === 'unfinished') && getRoleLevel(role) < getRoleLevel('STAFF');
}
