import {
  askOwnerQuestion,
  assignQuestion,
  questionStateNames,
  type QuestionState,
  type RoomQuestion,
} from '@handover/contract/documents/room-questions.ts';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel, type StatusTone } from '@handover/ui/parts/status-label.tsx';
import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { LoadMore, PagedPanel } from '#shared/lists/paged-panel.tsx';
import { useHashTarget, useLoadUntilFound } from '#shared/lists/use-hash-target.ts';
import { MemberOptions } from '#shared/members/member-options.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { questionsQuery, useRoomChange } from '../rooms/rooms.queries.ts';
import styles from '../rooms/rooms.module.css';

const PublishDialog = lazy(() => import('./publish-dialog.tsx'));

const tones: Readonly<Record<QuestionState, StatusTone>> = {
  open: 'warning',
  with_owner: 'info',
  answered: 'warning',
  published: 'success',
};

interface RoomQuestionsProps {
  roomId: string;
  canChange: boolean;
}

/** The buyers' questions about the room, newest first. */
export default function RoomQuestions({ roomId, canChange }: RoomQuestionsProps): ReactElement {
  const query = useInfiniteQuery(questionsQuery(roomId));
  const questions = query.data?.pages.flatMap((page) => page.questions) ?? [];
  useLoadUntilFound('question', { query, items: questions });
  return (
    <PagedPanel
      query={query}
      count={questions.length}
      empty={{
        icon: 'solar:question-circle-bold-duotone',
        title: 'No questions yet',
        text: 'Questions from buyers with access to the data room will appear here. They see an answer once you publish it.',
      }}
      failed="The questions could not be loaded"
    >
      <ul className={styles['list']} aria-label="Questions">
        {questions.map((question) => (
          <QuestionItem key={question.id} question={question} canChange={canChange} />
        ))}
      </ul>
      <LoadMore query={query} shown={questions.length} total={query.data?.pages[0]?.total ?? null} />
    </PagedPanel>
  );
}

interface QuestionItemProps {
  question: RoomQuestion;
  canChange: boolean;
}

function QuestionItem({ question, canChange }: QuestionItemProps): ReactElement {
  const { id, text, state, author, createdAt, ownerAnswer, answer, isForAll } = question;
  const { ref, isTarget } = useHashTarget<HTMLLIElement>(`question-${id}`);
  const { timeZone } = useUser();
  return (
    <li
      ref={ref}
      className={styles['item']}
      data-target={isTarget || undefined}
      aria-label={text.slice(0, 80)}
    >
      <div className={styles['line']}>
        <p className={styles['note']}>
          {author.displayName}, <RelativeTime time={createdAt} timeZone={timeZone} />
        </p>
        <StatusLabel tone={tones[state]}>{questionStateNames[state]}</StatusLabel>
        {isForAll && <StatusLabel tone="info">All buyers</StatusLabel>}
      </div>
      <p className={styles['question']}>{text}</p>
      {ownerAnswer !== null && (
        <blockquote className={styles['answer']}>
          {ownerAnswer}
          <footer className={styles['note']}>Owner’s answer, visible to staff only</footer>
        </blockquote>
      )}
      {answer !== null && (
        <blockquote className={styles['answer']}>
          {answer}
          <footer className={styles['note']}>
            {isForAll ? 'Published to all buyers' : 'Published to the buyer'}
          </footer>
        </blockquote>
      )}
      {canChange && <QuestionTools question={question} />}
      <History question={question} />
    </li>
  );
}

function QuestionTools({ question }: { question: RoomQuestion }): ReactElement {
  const { id, state, assignee, version } = question;
  const { run, isPending } = useRoomChange();
  const [isPublishing, setPublishing] = useState(false);
  const params = { id };
  const isPublished = state === 'published';
  return (
    <div className={styles['tools']}>
      <LabeledSelect
        label="Assigned to"
        size="small"
        value={assignee?.id ?? ''}
        disabled={isPending}
        onChange={({ target }) => {
          const assigneeId = target.value === '' ? null : target.value;
          run(() => send(assignQuestion, { params, body: { version, assigneeId } }), {
            toast: assigneeId === null ? 'Question unassigned' : 'Question assigned',
          });
        }}
      >
        <option value="">Unassigned</option>
        <MemberOptions current={assignee} value={assignee?.id ?? ''} />
      </LabeledSelect>
      <Button
        variant={isPublished ? 'outlined' : 'contained'}
        color={isPublished ? 'inherit' : 'primary'}
        onClick={() => setPublishing(true)}
      >
        {isPublished ? 'Change answer' : 'Answer'}
      </Button>
      {!isPublished && (
        <MenuButton
          isIconOnly
          label="Actions for this question"
          actions={[
            {
              label: state === 'open' ? 'Ask the owner' : 'Ask the owner again',
              icon: 'solar:plain-linear',
              onSelect: () =>
                run(() => send(askOwnerQuestion, { params, body: { version } }), {
                  toast: 'Question sent to the owner',
                }),
            },
          ]}
        />
      )}
      <Suspense>
        {isPublishing && <PublishDialog question={question} onClose={() => setPublishing(false)} />}
      </Suspense>
    </div>
  );
}

type Event = RoomQuestion['history'][number];

const eventTexts: Readonly<Record<Exclude<Event['type'], 'asked' | 'assigned'>, string>> = {
  owner_asked: 'asked the owner',
  answered: 'answered as the owner',
  published: 'published the answer',
  answer_changed: 'changed the published answer',
  audience_changed: 'changed who can see the answer',
};

function History({ question: { history } }: { question: RoomQuestion }): ReactElement {
  const { timeZone } = useUser();
  return (
    <details className={styles['history']}>
      <summary>History</summary>
      <ul>
        {history.map((event) => (
          <li key={event.id}>
            {event.actor.displayName} {formatEvent(event)},{' '}
            <RelativeTime time={event.at} timeZone={timeZone} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function formatEvent({ type, assignee }: Event): string {
  if (type === 'asked')
    return assignee === null
      ? 'asked the question'
      : `asked the question, assigned to ${assignee.displayName}`;
  if (type === 'assigned')
    return assignee === null ? 'unassigned the question' : `assigned the question to ${assignee.displayName}`;
  return eventTexts[type];
}
