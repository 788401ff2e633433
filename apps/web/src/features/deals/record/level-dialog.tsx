import {
  documentLevelNames,
  documentLevels,
  type DocumentLevel,
} from '@handover/contract/deals/deal-stages.ts';
import { updateDeal, type DealDetail } from '@handover/contract/deals/deals.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import Alert from '@mui/material/Alert';
import { useState, type ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useOpenedVersion } from '#shared/forms/use-opened-version.ts';
import { useDealChange } from '../closing/closing.queries.ts';

const opened: Readonly<Record<DocumentLevel, string>> = {
  0: 'The buyer sees only the teaser.',
  1: 'The buyer sees the CIM and the data room summaries.',
  2: 'The buyer also sees the detailed data room folders.',
  3: 'The buyer also sees the folders for an exclusive buyer: employee names and deal documents. Only one open deal per business can have this level.',
};

/** Chooses which documents the buyer of a deal can open. */
export default function LevelDialog({
  deal: { id, version: currentVersion, documentLevel, buyer },
  onClose,
}: {
  deal: DealDetail;
  onClose: () => void;
}): ReactElement {
  const { version, save } = useOpenedVersion(currentVersion, documentLevel);
  const [level, setLevel] = useState<DocumentLevel>(documentLevel);
  const [error, setError] = useState<string | null>(null);
  const { run, isPending } = useDealChange({
    act: (chosen: DocumentLevel) =>
      save(send(updateDeal, { params: { id }, body: { version, documentLevel: chosen } })),
    done: 'Document access saved',
    onDone: onClose,
    onError: (failure) => setError(getErrorMessage(failure)),
  });
  return (
    <ConfirmDialog
      title={`Document access for ${buyer.name}`}
      confirmLabel="Save"
      hasField
      isPending={isPending}
      onConfirm={() => (level === documentLevel ? onClose() : run(level))}
      onClose={onClose}
    >
      <LabeledSelect
        label="Document access"
        value={String(level)}
        hint={opened[level]}
        onChange={({ target }) => {
          setLevel(documentLevels.find((each) => String(each) === target.value) ?? level);
          setError(null);
        }}
      >
        {documentLevels.map((each) => (
          <option key={each} value={each}>
            {documentLevelNames[each]}
          </option>
        ))}
      </LabeledSelect>
      {error !== null && (
        <Alert severity="error" sx={{ mt: 2 }}>
          {error}
        </Alert>
      )}
    </ConfirmDialog>
  );
}
