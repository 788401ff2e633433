import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { queryEmbeddedDatabase } from '@handover/testing/embedded-database.ts';
import { findFreePort, startServerProcess, type ServerProcess } from '@handover/testing/server-process.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { samplePassword, signIn, type Session } from '../outages/running-server.ts';

const kills = 3;

let dataDir: string;
let server: ServerProcess;
const start = async (): Promise<Session> => {
  const env = { SAMPLE_DATA: 'true', SAMPLE_PASSWORD: samplePassword };
  server = await startServerProcess({ dataDir, port: await findFreePort(), env });
  return signIn(server.address);
};
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'handover-downloads-'));
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

it('a download is in the log before its first byte leaves, also if the server is killed right then', async () => {
  let session = await start();
  for (let kill = 0; kill < kills; kill += 1) {
    const id = await upload(session);
    const { url } = (await session.post(`/documents/${id}/ticket`, {})).body.ticket;
    await killAtFirstByte(String(url));
    session = await start();
    const entries = await queryEmbeddedDatabase<{ action: string }>(
      dataDir,
      `SELECT action FROM audit_entries WHERE subject_id = $1 AND action = 'downloadDocument'`,
      [id],
    );
    expect(entries).toHaveLength(1);
  }
}, 240_000);

/** Larger than the socket buffers, so that most of it is still in the server. */
async function upload({ headers }: Session): Promise<string> {
  const response = await fetch(`${server.address}/api/documents?name=scan.bin`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body: randomBytes(20_000_000),
  });
  expect(response.status).toBe(201);
  return JSON.parse(await response.text()).document.id;
}

async function killAtFirstByte(url: string): Promise<void> {
  const { hostname, port } = new URL(server.address);
  const socket = net.connect(Number(port), hostname);
  let received = 0;
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('data', (bytes) => {
      received = bytes.length;
      server.kill().then(resolve, reject);
    });
    socket.write(`GET ${url} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`);
  });
  socket.destroy();
  expect(received).toBeGreaterThan(0);
}
