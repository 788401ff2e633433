import type { OwnQuestion } from '@handover/contract/documents/room-questions.ts';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useHashTarget } from '#shared/lists/use-hash-target.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { ownQuestionsQuery } from '../rooms/rooms.queries.ts';
import styles from '../rooms/rooms.module.css';

const QuestionDialog = lazy(() => import('./question-dialog.tsx'));

/** A buyer's questions about a room, and the questions published to all of its buyers. */
export function BuyerQuestions({ roomId, canAsk }: { roomId: string; canAsk: boolean }): ReactElement | null {
  const { data = [] } = useQuery(ownQuestionsQuery());
  const [isAsking, setAsking] = useState(false);
  const questions = data.filter((question) => question.side === 'buyer' && question.roomId === roomId);
  if (!canAsk && questions.length === 0) return null;
  return (
    <section aria-labelledby={`questions-${roomId}`}>
      <div className={styles['line']}>
        <h3 id={`questions-${roomId}`} className={styles['folder']} style={{ flex: 1 }}>
          Questions
        </h3>
        {canAsk && (
          <Button variant="outlined" color="inherit" onClick={() => setAsking(true)}>
            Ask a question
          </Button>
        )}
      </div>
      {questions.length === 0 && (
        <p className={styles['note']}>Your broker will answer here. Other buyers never see your name.</p>
      )}
      <ul className={styles['list']} aria-label="Questions">
        {questions.map((question) => (
          <BuyerQuestion key={question.id} question={question} />
        ))}
      </ul>
      <Suspense>
        {isAsking && <QuestionDialog roomId={roomId} question={null} onClose={() => setAsking(false)} />}
      </Suspense>
    </section>
  );
}

const askers: Readonly<Record<OwnQuestion['asker'], string>> = {
  you: 'You asked',
  team: 'Asked by your team',
  other: 'Asked by another buyer',
};

function BuyerQuestion({ question }: { question: OwnQuestion }): ReactElement {
  const { id, asker, text, createdAt, answer } = question;
  const { ref, isTarget } = useHashTarget<HTMLLIElement>(`question-${id}`);
  const { timeZone, workspaces, workspaceId } = useUser();
  const brokerage = workspaces.find((workspace) => workspace.id === workspaceId)?.name;
  return (
    <li ref={ref} className={styles['item']} data-target={isTarget || undefined}>
      <div className={styles['line']}>
        <p className={styles['note']}>
          {askers[asker]}, <RelativeTime time={createdAt} timeZone={timeZone} />
        </p>
        {answer === null && <StatusLabel tone="info">Waiting for an answer</StatusLabel>}
      </div>
      <p className={styles['question']}>{text}</p>
      {answer !== null && (
        <blockquote className={styles['answer']}>
          {answer}
          {brokerage !== undefined && <footer className={styles['note']}>{brokerage}</footer>}
        </blockquote>
      )}
    </li>
  );
}

/** Questions forwarded to the owner of a room. Renders nothing before the first. */
export function OwnerQuestions({ roomId, name }: { roomId: string; name: string }): ReactElement | null {
  const { data = [] } = useQuery(ownQuestionsQuery());
  const questions = data.filter((question) => question.side === 'seller' && question.roomId === roomId);
  if (questions.length === 0) return null;
  return (
    <section className={styles['card']} aria-labelledby={`questions-${roomId}`}>
      <h2 id={`questions-${roomId}`} className={styles['title']}>
        Questions about {name}
      </h2>
      <p className={styles['note']}>
        From buyers. Your broker reviews your answers and decides what buyers see.
      </p>
      <ul className={styles['list']}>
        {questions.map((question) => (
          <OwnerQuestion key={question.id} question={question} />
        ))}
      </ul>
    </section>
  );
}

function OwnerQuestion({ question }: { question: OwnQuestion }): ReactElement {
  const { id, roomId, text, answer, answerableVersion } = question;
  const { ref, isTarget } = useHashTarget<HTMLLIElement>(`question-${id}`);
  const [isAnswering, setAnswering] = useState(false);
  return (
    <li ref={ref} className={styles['item']} data-target={isTarget || undefined}>
      <p className={styles['question']}>{text}</p>
      {answer !== null && <blockquote className={styles['answer']}>{answer}</blockquote>}
      {answerableVersion === null ? (
        <p className={styles['note']}>Your broker has answered the buyer.</p>
      ) : (
        <Button
          variant={answer === null ? 'contained' : 'outlined'}
          color={answer === null ? 'primary' : 'inherit'}
          onClick={() => setAnswering(true)}
        >
          {answer === null ? 'Answer' : 'Change answer'}
        </Button>
      )}
      <Suspense>
        {isAnswering && (
          <QuestionDialog roomId={roomId} question={question} onClose={() => setAnswering(false)} />
        )}
      </Suspense>
    </li>
  );
}
