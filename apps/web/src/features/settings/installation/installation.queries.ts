import {
  getInstallationSettings,
  installationSettings,
  updateInstallationSettings,
  type InstallationSettings,
} from '@handover/contract/installation/installation-settings.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { useQueryClient } from '@tanstack/react-query';
import { loadInstallation } from '#shared/installation/installation.ts';
import { useVersionedSave, type VersionedSave } from '#shared/forms/versioned-save.tsx';
import type { BodyInput } from '@handover/contract/http/endpoint.ts';

export type InstallationChange = Omit<BodyInput<typeof updateInstallationSettings>, 'version'>;

export const installationQuery = (): QueryFor<InstallationSettings> =>
  oneQuery({
    queryKey: ['installation', 'all', 'settings'],
    queryFn: async ({ signal }) => (await send(getInstallationSettings, {}, { signal })).installation,
  });

interface SaveOptions {
  version: number;
  done: string;
  onRecord: (installation: InstallationSettings) => void;
  onError: (error: Error) => void;
}

/** Saves installation settings. The header on this page updates immediately, other pages on their next load. */
export function useSaveInstallation({
  onRecord,
  ...options
}: SaveOptions): VersionedSave<InstallationSettings, InstallationChange> {
  const client = useQueryClient();
  return useVersionedSave({
    ...options,
    record: installationSettings,
    write: async (change: InstallationChange, version) =>
      (await send(updateInstallationSettings, { body: { ...change, version } })).installation,
    onRecord: (installation) => {
      client.setQueryData(installationQuery().queryKey, installation);
      onRecord(installation);
      void loadInstallation();
    },
  });
}
