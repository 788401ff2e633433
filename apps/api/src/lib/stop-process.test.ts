import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const module = new URL('./stop-process.ts', import.meta.url).href;

/** Runs a program that stops like the server does, sends it one SIGTERM, and resolves with how it ended. */
async function stopChild({
  stop,
  before = '',
}: {
  stop: string;
  before?: string;
}): Promise<{ code: number | null; signal: string | null; output: string }> {
  const program = `
    import { stopOnSignal } from '${module}';
    ${before}
    setInterval(() => undefined, 1_000);
    const limits = { stopMs: 1_000, exitMs: 1_000 };
    stopOnSignal(${stop}, { limits, onSignal: (signal) => console.log(signal) });
    console.log('ready');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    if (!output.includes('ready') && chunk.toString().includes('ready')) child.kill('SIGTERM');
    output += chunk.toString();
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return { code, signal, output };
}

/** The main thread waits for a lock that is never released: no timers run and no signals are handled. */
const waitForever = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)';

it('ends with 0 once everything has stopped', { timeout: 60_000 }, async () => {
  expect(await stopChild({ stop: 'async () => console.log("stopped")' })).toEqual({
    code: 0,
    signal: null,
    output: 'ready\nSIGTERM\nstopped\n',
  });
});

it('ends with 1 when something never stops, or fails to', { timeout: 60_000 }, async () => {
  expect(await stopChild({ stop: '() => new Promise(() => undefined)' })).toMatchObject({ code: 1 });
  expect(await stopChild({ stop: 'async () => { throw new Error("broken") }' })).toMatchObject({ code: 1 });
});

it('is killed when it hangs after everything has stopped', { timeout: 60_000 }, async () => {
  const before = `process.on('exit', () => ${waitForever});`;
  expect(await stopChild({ before, stop: 'async () => console.log("stopped")' })).toEqual({
    code: null,
    signal: 'SIGKILL',
    output: 'ready\nSIGTERM\nstopped\n',
  });
});

it('is killed when it hangs while stopping', { timeout: 60_000 }, async () => {
  expect(await stopChild({ stop: `async () => ${waitForever}` })).toMatchObject({
    code: null,
    signal: 'SIGKILL',
  });
});
