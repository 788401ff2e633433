import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import S3rver from 's3rver';
import type { S3Config } from '#lib/config.ts';

export type TestS3 = {
  /** The server's data; an empty folder if it is another server. */
  readonly folder: string;
  makeBucket(): Promise<string>;
  configOf(bucket: string): S3Config;
  close(): Promise<void>;
};

type Server = { readonly config: Omit<S3Config, 'bucket'>; stop(): Promise<void> };

/**
 * An S3-compatible server in this process, or the server of `TEST_S3_ENDPOINT` with `TEST_S3_KEY` and `TEST_S3_SECRET`.
 */
export async function startS3(): Promise<TestS3> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'handover-s3-'));
  const { config, stop } = await openServer(folder);
  const client = new S3Client({
    region: config.region,
    endpoint: config.endpoint ?? '',
    forcePathStyle: true,
    credentials: config,
  });
  return {
    folder,
    makeBucket: async () => {
      const bucket = `test-${randomBytes(6).toString('hex')}`;
      await client.send(new CreateBucketCommand({ Bucket: bucket }));
      return bucket;
    },
    configOf: (bucket) => ({ ...config, bucket }),
    close: async () => {
      client.destroy();
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function openServer(folder: string): Promise<Server> {
  const region = 'us-east-1';
  const { TEST_S3_ENDPOINT: endpoint, TEST_S3_KEY: key, TEST_S3_SECRET: secret } = process.env;
  if (endpoint !== undefined && key !== undefined && secret !== undefined)
    return {
      config: { endpoint, region, accessKeyId: key, secretAccessKey: secret },
      stop: () => Promise.resolve(),
    };
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory: folder,
    silent: true,
    configureBuckets: [],
  });
  const { port } = await server.run();
  return {
    config: {
      endpoint: `http://127.0.0.1:${String(port)}`,
      region,
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    stop: () => server.close(),
  };
}
