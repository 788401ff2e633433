import type { ImportDetail } from '@handover/contract/records/imports.ts';
import { anId } from './records.ts';

/** An import for its screen. */
export function anImport(parts: Partial<ImportDetail> = {}): ImportDetail {
  return {
    id: anId(1),
    recordType: 'customer',
    fileName: 'people.csv',
    format: 'csv',
    status: 'uploaded',
    statusDetail: null,
    sizeBytes: 2048,
    encoding: 'UTF-8',
    delimiter: ',',
    columns: ['Name', 'Mail'],
    mapping: { '0': 'name', '1': 'email' },
    isMappingRemembered: false,
    mode: 'both',
    overwrite: 'all',
    fixCapitalization: false,
    counts: {
      rows: 0,
      individuals: 0,
      organizations: 0,
      created: 0,
      updated: 0,
      rejected: 0,
      undone: 0,
      kept: 0,
    },
    progress: 0,
    canUndo: false,
    createdBy: { id: anId(2), displayName: 'Avery' },
    createdAt: '2026-11-20T15:00:00.000Z',
    finishedAt: null,
    fields: [
      { key: 'name', label: 'Name', capitalization: 'name', isJoined: false },
      { key: 'email', label: 'Email', capitalization: null, isJoined: false },
      { key: 'phone', label: 'Phone', capitalization: null, isJoined: false },
    ],
    nameFields: ['name', 'email'],
    samples: [['Ann'], ['ann@example.com']],
    sheets: [],
    sheet: 0,
    check: null,
    ...parts,
  };
}
