import path from 'node:path';
import * as contract from '@handover/contract/records/uploads.ts';
import type { FastifyReply } from 'fastify';
import { addMinutes } from '#lib/clock.ts';
import type { MaintenanceTask } from '#platform/maintenance.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { createPartFiles } from './part-files.ts';
import { deleteExpired, listWorkspaceIds } from './uploads.queries.ts';
import { appendChunk, cancelUpload, getOwnUpload, startUpload, type UploadParts } from './uploads.service.ts';

type Parts = Pick<Platform, 'records' | 'storage' | 'runner' | 'config'>;

const getUploadFolder = ({ config }: Pick<Parts, 'config'>): string => path.join(config.dataDir, 'uploads');

/** Uploads in chunks that survive a lost connection, a closed page, and a stopped server: tus 1.0. */
export function uploadRoutes(routes: Routes, platform: Parts): void {
  const parts: UploadParts = {
    ...platform,
    parts: createPartFiles(getUploadFolder(platform)),
    busy: new Set(),
  };
  routes.add(contract.createUpload, async ({ actor, query: { name, ...place }, request, reply }) => {
    const sizeBytes = Number(request.headers['upload-length'] ?? Number.NaN);
    const upload = await startUpload(parts, actor, { name, place, sizeBytes });
    void reply.header('location', `/api/uploads/${upload.id}`);
    describe(reply, upload);
    return { upload };
  });
  routes.add(contract.getUpload, async ({ actor, params, request, reply }) => {
    const upload = await getOwnUpload(parts, actor, { id: params.id, request });
    describe(reply, upload);
    return { upload };
  });
  routes.add(contract.appendUpload, async ({ actor, params, request, reply }) => {
    const offset = Number(request.headers['upload-offset'] ?? Number.NaN);
    describe(reply, await appendChunk(parts, actor, { id: params.id, offset, request }));
  });
  routes.add(contract.deleteUpload, async ({ actor, params, reply }) => {
    await cancelUpload(parts, actor, params.id);
    void reply.header('tus-resumable', '1.0.0');
  });
}

function describe(reply: FastifyReply, { offset, sizeBytes, expiresAt }: contract.UnfinishedUpload): void {
  void reply
    .header('tus-resumable', '1.0.0')
    .header('upload-offset', offset)
    .header('upload-length', sizeBytes)
    .header('upload-expires', new Date(expiresAt).toUTCString());
}

/** Deletes abandoned uploads. */
export function expireUploads(platform: Pick<Parts, 'runner' | 'config'>): MaintenanceTask {
  const parts = createPartFiles(getUploadFolder(platform));
  return {
    everyMs: 60 * 60_000,
    act: async () => {
      const { db, clock } = platform.runner;
      const now = clock.now();
      for (const workspaceId of await listWorkspaceIds(db)) await deleteExpired(db, { workspaceId, now });
      await parts.sweep(addMinutes(now, -contract.uploadExpiryHours * 60));
    },
  };
}
