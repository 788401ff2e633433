import type { Readable } from 'node:stream';
import { createGate, type Gate } from '#lib/gate.ts';
import { openPageChild, type PageChild } from './page-child.ts';

export type PoolLimits = {
  /** Maximum number of processes. */
  readonly maxChildren: number;
  /** How long a process keeps its file open after its last use. */
  readonly idleMs: number;
  readonly openMs: number;
  readonly drawMs: number;
};

type Use<T> = {
  /** Key of the file. */
  readonly key: string;
  readonly open: () => Promise<Readable>;
  readonly act: (child: PageChild) => Promise<T>;
};

type Slot = {
  readonly key: string;
  child: Promise<PageChild> | null;
  /** Number of running and waiting uses. */
  uses: number;
  readonly inOrder: Gate;
  idle?: NodeJS.Timeout;
};

export type PagePool = {
  /** Uses the process that has a file open, or opens it. A file has one use at a time. Throws PdfPageError, PagesBusyError. */
  use<T>(use: Use<T>): Promise<T>;
};

/** More files are requested than the processes can handle. */
export class PagesBusyError extends Error {
  override readonly name = 'PagesBusyError';
}

const maxWaiting = 100;

/** Keeps a few processes with open files, because opening a file takes as long as drawing several pages. */
export function createPagePool(options: PoolLimits): PagePool {
  const slots = new Map<string, Slot>();
  const waiting: (() => void)[] = [];

  const close = (slot: Slot): void => {
    clearTimeout(slot.idle);
    slots.delete(slot.key);
    void slot.child?.then((child) => child.end()).catch(() => undefined);
    waiting.shift()?.();
  };
  const take = async (key: string): Promise<Slot> => {
    for (;;) {
      const found = slots.get(key) ?? addSlot(key);
      if (found !== null) {
        clearTimeout(found.idle);
        found.uses += 1;
        return found;
      }
      if (waiting.length >= maxWaiting) throw new PagesBusyError('Too many files are being drawn');
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };
  const addSlot = (key: string): Slot | null => {
    const unused = [...slots.values()].find(({ uses }) => uses === 0);
    if (slots.size >= options.maxChildren && unused !== undefined) close(unused);
    if (slots.size >= options.maxChildren) return null;
    const slot: Slot = { key, child: null, uses: 0, inOrder: createGate(1) };
    slots.set(key, slot);
    return slot;
  };
  const release = (slot: Slot): void => {
    slot.uses -= 1;
    if (slot.uses > 0) return;
    slot.idle = setTimeout(() => close(slot), options.idleMs).unref();
    // Another file may have the process now.
    waiting.shift()?.();
  };
  return {
    use: async ({ key, open, act }) => {
      const slot = await take(key);
      return slot
        .inOrder(async () => act(await getUsableChild(slot, open, options)))
        .finally(() => release(slot));
    },
  };
}

/** The process of a slot; starts a new one if it has ended. */
async function getUsableChild(
  slot: Slot,
  open: () => Promise<Readable>,
  limits: Pick<PoolLimits, 'openMs' | 'drawMs'>,
): Promise<PageChild> {
  const current = await slot.child?.catch(() => null);
  if (current?.isUsable() === true) return current;
  slot.child = open().then((source) => openPageChild(source, limits));
  return slot.child;
}
