import { documentLevels, type DocumentLevel } from '@handover/contract/deals/deal-stages.ts';
import { updateRoomFolder, type RoomFolder } from '@handover/contract/documents/data-rooms.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { useState, type ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { useOpenedVersion } from '#shared/forms/use-opened-version.ts';
import { folderLevelNames } from './room-folders.tsx';
import { useRoomChange } from './rooms.queries.ts';

interface FolderLevelDialogProps {
  folder: RoomFolder;
  onClose: () => void;
}

/** Chooses the document access that a buyer needs to read a folder. Nothing opens before it is saved. */
export default function FolderLevelDialog({ folder, onClose }: FolderLevelDialogProps): ReactElement {
  const { id, name, level: currentLevel } = folder;
  const [level, setLevel] = useState<DocumentLevel>(currentLevel);
  const { run, isPending } = useRoomChange();
  const { version, save: saveOver } = useOpenedVersion(folder.version, currentLevel);
  const save = (): void =>
    run(() => saveOver(send(updateRoomFolder, { params: { id }, body: { version, level } })), {
      toast:
        level === 0
          ? `Only staff can read ${name}`
          : `Buyers with level L${String(level)} or higher can read ${name}`,
      onDone: onClose,
    });
  return (
    <ConfirmDialog
      title={`Level for ${name}`}
      confirmLabel="Save"
      hasField
      isPending={isPending}
      onConfirm={() => (level === currentLevel ? onClose() : save())}
      onClose={onClose}
    >
      <LabeledSelect
        label="Level"
        value={String(level)}
        hint={
          level === 0
            ? 'Only staff can read the files in this folder.'
            : `Buyers with level L${String(level)} or higher can read the files in this folder.`
        }
        onChange={({ target }) =>
          setLevel(documentLevels.find((each) => String(each) === target.value) ?? level)
        }
      >
        {documentLevels.map((each) => (
          <option key={each} value={each}>
            {folderLevelNames[each]}
          </option>
        ))}
      </LabeledSelect>
    </ConfirmDialog>
  );
}
