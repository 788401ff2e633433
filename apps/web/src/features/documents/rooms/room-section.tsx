import {
  createDataRoom,
  openRoomArchive,
  updateDataRoom,
  type DataRoomDetail,
} from '@handover/contract/documents/data-rooms.ts';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { TabList } from '@handover/ui/parts/tab-list.tsx';
import { EmptyState, FailedState } from '@handover/ui/states/state-panel.tsx';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { Link, useLocation } from 'react-router';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { downloadTicket } from '#shared/files/files.ts';
import { RoomChecklist } from './room-checklist.tsx';
import { RoomFolders } from './room-folders.tsx';
import { roomQuery, useRoomChange } from './rooms.queries.ts';
import styles from './rooms.module.css';

const RoomQuestions = lazy(() => import('../questions/room-questions.tsx'));
const RoomActivity = lazy(() => import('./room-activity.tsx'));

const tabs = [
  { name: 'checklist', label: 'Checklist' },
  { name: 'folders', label: 'Folders' },
  { name: 'questions', label: 'Questions' },
  { name: 'activity', label: 'Activity' },
] as const;

interface RoomSectionProps {
  businessId: string;
  canUpdate: boolean;
}

/**
 * The data room of a business: requests to the owner, the folders with their levels, questions of buyers, and reading
 * activity.
 */
export default function RoomSection({ businessId, canUpdate }: RoomSectionProps): ReactElement {
  const { data: room, error, refetch } = useQuery(roomQuery(businessId));
  const { run, isPending } = useRoomChange();
  if (room === undefined && error !== null)
    return (
      <FailedState
        title="The data room could not be loaded"
        text={getErrorMessage(error)}
        onRetry={() => void refetch()}
      />
    );
  if (room === undefined) return <Spinner />;
  if (room === null)
    return (
      <EmptyState
        icon="solar:folder-2-bold-duotone"
        title="No data room yet"
        text="It starts with the folders and document checklist for this type of business. Buyers see nothing until you set document access on their deal."
        action={
          canUpdate && (
            <Button
              loading={isPending}
              onClick={() =>
                run(() => send(createDataRoom, { params: { id: businessId } }), {
                  toast: 'Data room created',
                })
              }
            >
              Create data room
            </Button>
          )
        }
      />
    );
  return <Room room={room} canUpdate={canUpdate} />;
}

function Room({ room, canUpdate }: { room: DataRoomDetail; canUpdate: boolean }): ReactElement {
  const { hash } = useLocation();
  const isQuestionNamed = hash.startsWith('#question-');
  const [tab, setTab] = useState(isQuestionNamed ? 'questions' : 'checklist');
  const [followed, setFollowed] = useState(hash);
  if (followed !== hash) {
    setFollowed(hash);
    if (isQuestionNamed) setTab('questions');
  }
  const canChange = canUpdate && room.state === 'open';
  const prefix = `room-${room.id}`;
  return (
    <div className={styles['section']}>
      <RoomHead room={room} canUpdate={canUpdate} />
      <TabList label="Data room" idPrefix={prefix} tabs={tabs} selected={tab} onSelect={setTab} />
      <div role="tabpanel" id={`${prefix}-panel`} aria-labelledby={`${prefix}-tab-${tab}`}>
        {tab === 'checklist' && <RoomChecklist room={room} canChange={canChange} />}
        {tab === 'folders' && <RoomFolders room={room} canChange={canChange} />}
        {tab === 'questions' && (
          <Suspense fallback={<Spinner />}>
            <RoomQuestions roomId={room.id} canChange={canChange} />
          </Suspense>
        )}
        {tab === 'activity' && (
          <Suspense fallback={<Spinner />}>
            <RoomActivity roomId={room.id} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

function RoomHead({ room, canUpdate }: { room: DataRoomDetail; canUpdate: boolean }): ReactElement {
  const { run } = useRoomChange();
  const { id, state, version, readyPercent, documentCount } = room;
  const isFrozen = state === 'frozen';
  const text = readyPercent === null ? 'No required documents' : `${String(readyPercent)}% ready`;
  const download = async (): Promise<void> =>
    downloadTicket((await send(openRoomArchive, { params: { id } })).ticket);
  const freezing = {
    label: isFrozen ? 'Unlock' : 'Lock',
    icon: isFrozen ? 'solar:restart-linear' : 'solar:lock-keyhole-linear',
    onSelect: () =>
      run(
        () =>
          send(updateDataRoom, { params: { id }, body: { version, state: isFrozen ? 'open' : 'frozen' } }),
        { toast: isFrozen ? 'Data room unlocked' : 'Data room locked' },
      ),
  };
  return (
    <div className={styles['head']}>
      <div className={styles['ready']}>
        <p>
          <strong>{text}</strong>,{' '}
          <Link to={`/admin/documents?roomId=${id}`}>
            {documentCount === 1 ? '1 file' : `${documentCount.toLocaleString('en')} files`}
          </Link>
          {isFrozen && (
            <>
              {' '}
              <StatusLabel tone="info">Locked</StatusLabel> No files can be added, changed, or removed.
            </>
          )}
        </p>
        <LinearProgress variant="determinate" value={readyPercent ?? 100} aria-label="Readiness" />
      </div>
      <MenuButton
        isIconOnly
        label="Actions for the data room"
        actions={[
          {
            label: 'Download as ZIP',
            icon: 'solar:download-minimalistic-linear',
            onSelect: () => run(download),
          },
          ...(canUpdate ? [freezing] : []),
        ]}
      />
    </div>
  );
}
