import type { Document } from '@handover/contract/documents/documents.ts';
import { MenuButton, type MenuAction } from '@handover/ui/parts/menu-button.tsx';
import { liftDocumentLegalHold, placeDocumentLegalHold } from '@handover/contract/documents/legal-holds.ts';
import { currentAttestation } from '@handover/domain/phi/attestation.ts';
import { send } from '#shared/api/client.ts';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useDocumentMutations, type DocumentMutations } from './use-document-mutations.ts';

const AttestDialog = lazy(() => import('./rooms/attest-dialog.tsx'));
const MoveDialog = lazy(() => import('./library/move-dialog.tsx'));
const LegalHoldDialog = lazy(() => import('#shared/legal-holds/legal-hold-dialog.tsx'));
const RenameDialog = lazy(() => import('./rename-dialog.tsx'));

interface DocumentMenuProps {
  document: Document;
  isIconOnly?: boolean;
}

/** Actions on a file of the library. */
export default function DocumentMenu({ document, isIconOnly = false }: DocumentMenuProps): ReactElement {
  const [dialog, setDialog] = useState<'rename' | 'move' | 'hold' | 'restore' | null>(null);
  const mutations = useDocumentMutations(document, null);
  const close = (): void => setDialog(null);
  const params = { id: document.id };
  const needsAttestation = document.isInRoom === true && document.isAttested !== true;
  const restore = (): void => (needsAttestation ? setDialog('restore') : mutations.restore());
  const legalHoldActions: MenuAction[] = document.abilities.canPlaceLegalHold
    ? [{ label: 'Legal hold…', icon: 'solar:lock-keyhole-linear', onSelect: () => setDialog('hold') }]
    : [];
  return (
    <>
      <MenuButton
        isIconOnly={isIconOnly}
        label={isIconOnly ? `Actions for ${document.name}` : 'Actions'}
        actions={
          document.deletedAt === null
            ? [
                ...listActions(document, mutations),
                ...(document.abilities.canUpdate
                  ? [
                      { label: 'Rename', icon: 'solar:pen-linear', onSelect: () => setDialog('rename') },
                      {
                        label: 'Move to folder',
                        icon: 'solar:folder-2-bold-duotone',
                        onSelect: () => setDialog('move'),
                      },
                    ]
                  : []),
                ...legalHoldActions,
                ...(document.abilities.canDelete
                  ? [
                      {
                        label: 'Move to trash',
                        icon: 'solar:trash-bin-trash-linear',
                        isDangerous: true,
                        onSelect: mutations.remove,
                      },
                    ]
                  : []),
              ]
            : [{ label: 'Restore', icon: 'solar:restart-linear', onSelect: restore }, ...legalHoldActions]
        }
      />
      <Suspense>
        {dialog === 'rename' && <RenameDialog document={document} mutations={mutations} onClose={close} />}
        {dialog === 'restore' && (
          <AttestDialog
            files={[document]}
            action="Restore"
            onConfirm={() => mutations.restore(currentAttestation)}
            onClose={close}
          />
        )}
        {dialog === 'hold' && (
          <LegalHoldDialog
            recordId={document.id}
            legalHold={document.legalHolds.find(({ isOnBusiness }) => !isOnBusiness) ?? null}
            text="Until the hold is lifted, this file and its versions cannot be deleted."
            place={(body) => send(placeDocumentLegalHold, { params, body })}
            lift={() => send(liftDocumentLegalHold, { params })}
            onClose={close}
          />
        )}
        {dialog === 'move' && <MoveDialog document={document} mutations={mutations} onClose={close} />}
      </Suspense>
    </>
  );
}

/** Actions to download a file, and to share it with the client of its records. */
function listActions(
  { audience, abilities }: Document,
  { download, update }: DocumentMutations,
): MenuAction[] {
  const isShared = audience === 'client';
  return [
    { label: 'Download', icon: 'solar:download-minimalistic-linear', onSelect: download },
    ...(abilities.canUpdate
      ? [
          {
            label: isShared ? 'Stop sharing' : 'Share with client',
            icon: isShared ? 'solar:forbidden-circle-linear' : 'solar:users-group-rounded-linear',
            onSelect: () => update({ audience: isShared ? 'staff' : 'client' }),
          },
        ]
      : []),
  ];
}
