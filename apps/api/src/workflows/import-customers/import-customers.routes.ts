import * as contract from '@handover/contract/imports.ts';
import type { Routes } from '../../platform/http/routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { previewImport } from './preview.ts';

/** The part of imports that looks at customers before it writes them. */
export function importPreviewRoutes(routes: Routes, { storage }: Pick<Platform, 'storage'>): void {
  routes.add(contract.previewImport, async ({ actor, params, body, work }) => ({
    rows: await previewImport(work, actor, { importId: params.id, ...body, storage }),
  }));
}
