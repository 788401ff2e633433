import { currentAttestation, type AttestationVersion } from '@handover/domain/phi/attestation.ts';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { BusinessPicker } from '#shared/businesses/business-picker.tsx';
import type { PickedRecord } from '#shared/lists/record-picker.tsx';
import { useAttestation } from '../rooms/attest-dialog.tsx';
import { roomQuery } from '../rooms/rooms.queries.ts';
import { FolderSelect } from './folder-select.tsx';

/** The folder that files are moved to. */
interface MoveTarget {
  readonly folderId: string | null;
  readonly attestation?: AttestationVersion;
}

interface MovedFiles {
  /** The library folder that the files are in now. */
  readonly folderId: string | null;
  /** The business whose data room is preselected. */
  readonly business: PickedRecord | null;
  /** Whether all files were confirmed to contain no patient information. */
  readonly isAttested: boolean;
}

/**
 * Fields to choose a folder of the library or of a data room. If the input is incomplete, `read` returns null and shows
 * what is missing.
 */
export function useMoveTarget(moved: MovedFiles): { fields: ReactElement; read: () => MoveTarget | null } {
  const [isRoom, setRoom] = useState(false);
  const [folderId, setFolderId] = useState(moved.folderId);
  const [business, setBusiness] = useState(moved.business);
  const [roomFolderId, setRoomFolderId] = useState('');
  const [hasFailed, setFailed] = useState(false);
  const attestation = useAttestation('Move');
  const { data: room } = useQuery({ ...roomQuery(business?.id ?? ''), enabled: isRoom && business !== null });
  const folders = room?.state === 'open' ? room.folders : [];
  const read = (): MoveTarget | null => {
    if (!isRoom) return { folderId };
    setFailed(true);
    const isConfirmed = moved.isAttested || attestation.check();
    if (!folders.some(({ id }) => id === roomFolderId) || !isConfirmed) return null;
    return { folderId: roomFolderId, ...(!moved.isAttested && { attestation: currentAttestation }) };
  };
  const fields = (
    <>
      <LabeledSelect
        label="Move to"
        value={isRoom ? 'room' : 'library'}
        onChange={(event) => setRoom(event.target.value === 'room')}
      >
        <option value="library">Library</option>
        <option value="room">A data room</option>
      </LabeledSelect>
      {!isRoom && <FolderSelect label="Folder" value={folderId} onChange={setFolderId} />}
      {isRoom && (
        <BusinessPicker
          label="Business"
          value={business}
          error={findBusinessError({ business, room, hasFailed })}
          onChange={(chosen) => {
            setBusiness(chosen);
            setRoomFolderId('');
          }}
        />
      )}
      {isRoom && folders.length > 0 && (
        <LabeledSelect
          label="Folder"
          value={roomFolderId}
          error={hasFailed && roomFolderId === '' ? 'Choose a folder' : undefined}
          onChange={(event) => setRoomFolderId(event.target.value)}
        >
          <option value="">Choose a folder</option>
          {folders.map(({ id, number, name }) => (
            <option key={id} value={id}>
              {number === null ? name : `${number} ${name}`}
            </option>
          ))}
        </LabeledSelect>
      )}
      {isRoom && !moved.isAttested && attestation.box}
    </>
  );
  return { fields, read };
}

function findBusinessError({
  business,
  room,
  hasFailed,
}: {
  business: PickedRecord | null;
  room: { readonly state: 'open' | 'frozen' } | null | undefined;
  hasFailed: boolean;
}): string | undefined {
  if (business === null) return hasFailed ? 'Choose a business' : undefined;
  if (room === null) return 'This business has no data room.';
  return room?.state === 'frozen' ? 'This data room is locked.' : undefined;
}
