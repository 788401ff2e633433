import { useState } from 'react';
import { ApiError } from '#shared/api/api-error.ts';
import { findCurrentVersion } from './use-form-basis.ts';

interface OpenedVersion {
  version: number;
  /**
   * Returns the result of a change that was sent with the version. If someone else had changed the record, the error
   * says that saving again replaces their changes, and `version` becomes theirs.
   */
  save: <T>(change: Promise<T>) => Promise<T>;
}

/**
 * The version that a dialog sends for the part of a record it edits. If someone else has changed that part, it is the
 * version from when the dialog was opened, so that the server rejects the change. Otherwise it is the latest, because
 * changes to other parts do not conflict.
 */
export function useOpenedVersion(latest: number, part: unknown): OpenedVersion {
  const text = JSON.stringify(part);
  const [opened, setOpened] = useState({ version: latest, text });
  const version = text === opened.text ? Math.max(latest, opened.version) : opened.version;
  return {
    version,
    save: async (change) => {
      try {
        return await change;
      } catch (error) {
        const current = findCurrentVersion(error);
        if (!(error instanceof ApiError) || current === null) throw error;
        setOpened({ text, version: current });
        const { status, code, detail } = error;
        const warning = `${detail} Saving again replaces their changes.`;
        throw new ApiError({ status, code, detail: warning }, null, error);
      }
    },
  };
}
