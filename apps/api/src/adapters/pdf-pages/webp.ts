import { readFile } from 'node:fs/promises';
import encode, { init } from '@jsquash/webp/encode.js';
import type { Bitmap } from './pdf-engine.ts';

/** Whether bytes are a WebP picture, which is converted to PDF before it is drawn. */
export function isWebp(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
}

/** Faster than the default; files are a sixth larger. */
const options = { quality: 75, method: 0 };

let ready: Promise<unknown> | null = null;

/** The bitmap as WebP. */
export async function toWebp({ width, height, data }: Bitmap): Promise<Buffer> {
  ready ??= start();
  await ready;
  const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
  return Buffer.from(await encode({ width, height, data: pixels, colorSpace: 'srgb' }, options));
}

/** The package would fetch the module, which Node does not do for files. */
async function start(): Promise<void> {
  const file = new URL('codec/enc/webp_enc_simd.wasm', import.meta.resolve('@jsquash/webp/encode.js'));
  await init(await WebAssembly.compile(await readFile(file)));
}
