import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Stops orphaned PostgreSQL processes. Call only while holding the lock of the data folder.
 * @returns how many processes were stopped
 */
export async function stopLeftovers(cluster: string): Promise<number> {
  const postmaster = await readPostmasterPid(cluster);
  const leftovers = await listProcesses(cluster, postmaster);
  if (postmaster !== undefined && !leftovers.includes(postmaster)) {
    // PostgreSQL refuses to start while that pid exists, even if another program has it by now.
    await rm(path.join(cluster, 'postmaster.pid'), { force: true });
  }
  if (leftovers.length === 0) return 0;
  const orphan = leftovers.find((pid) => pid === postmaster);
  if (orphan === undefined || !(await signalAndWait([orphan], 'SIGINT', 20_000)))
    await signalAndWait(leftovers, 'SIGQUIT', 2_000);
  await signalAndWait(await listProcesses(cluster, postmaster), 'SIGKILL', 10_000);
  return leftovers.length;
}

/** @returns the pid in the first line of `postmaster.pid`, or undefined */
async function readPostmasterPid(cluster: string): Promise<number | undefined> {
  const file = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(file, 10);
  return pid > 0 ? pid : undefined;
}

/**
 * A process belongs to the cluster if it is a postgres running in its folder; after a reboot the pid alone
 * proves nothing. Only Linux shows the folder of a process; elsewhere the pid file is trusted.
 */
async function listProcesses(cluster: string, postmaster: number | undefined): Promise<number[]> {
  if (process.platform !== 'linux')
    return postmaster !== undefined && isAlive(postmaster) ? [postmaster] : [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const checked = await Promise.all(
    pids.map(async (pid) => ({ pid, ours: await hasWorkingDirectory(pid, cluster) })),
  );
  return checked.filter(({ ours }) => ours).map(({ pid }) => pid);
}

async function hasWorkingDirectory(pid: number, cluster: string): Promise<boolean> {
  try {
    const folder = await readlink(`/proc/${pid}/cwd`);
    if (folder !== cluster) return false;
    const name = await readFile(`/proc/${pid}/comm`, 'utf8');
    return name.trim() === 'postgres' || name.trim() === 'initdb';
  } catch {
    // Ended in the meantime, or another user's process.
    return false;
  }
}

/** Signals the processes and waits for them to end, up to the timeout. */
async function signalAndWait(pids: number[], signal: NodeJS.Signals, timeoutMs: number): Promise<boolean> {
  for (const pid of pids) send(pid, signal);
  const deadline = Date.now() + timeoutMs;
  while (pids.some(isAlive)) {
    if (Date.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}

function isAlive(pid: number): boolean {
  return send(pid, 0);
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
