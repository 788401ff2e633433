import type { Comment } from '@handover/contract/posts.ts';
import { type FormEvent, type ReactElement, type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '@handover/ui-lite/parts/button.tsx';
import { Link, useLocation } from 'react-router';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { readDraft, removeDraft, storeDraft, useDraftKey, withTyped } from '#shared/forms/form-draft.ts';
import { createOriginState } from '#shared/session/session-store.ts';
import { createCommentCall } from '../blog-calls.ts';
import styles from './comments.module.css';

const maxCharacters = 2000;
const empty = { text: '' };

interface CommentFormProps {
  slug: string;
  /** Name shown with the comment. */
  name: string;
  onSent: (comment: Comment) => void;
}

/** Adds a comment. Keeps the text until it is sent, even if the session ends. */
export function CommentForm({ slug, name, onSent }: CommentFormProps): ReactElement {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const draftKey = useDraftKey(`comment:${slug}`);
  const [text, setText] = useState(() => {
    const stored = readDraft(draftKey);
    return stored === null ? '' : withTyped(empty, stored).text;
  });
  const [error, setError] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const { keyFor, renew } = useSubmitKey();

  const change = (next: string): void => {
    setText(next);
    if (next === '') removeDraft(draftKey);
    else storeDraft(draftKey, { typed: { text: next }, base: empty, version: null });
  };

  const submit = async (): Promise<void> => {
    if (isPending) return;
    if (text.trim() === '') {
      setError('Enter a comment');
      field.current?.focus();
      return;
    }
    setPending(true);
    const body = { body: text };
    try {
      const { comment } = await send(
        createCommentCall,
        { params: { slug }, body },
        { idempotencyKey: keyFor(body) },
      );
      renew();
      change('');
      setError(null);
      onSent(comment);
    } catch (refusal) {
      setError(getErrorMessage(refusal));
    } finally {
      setPending(false);
    }
  };

  return (
    <form
      className={styles['form']}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      <label htmlFor={id}>Your comment</label>
      <textarea
        ref={field}
        id={id}
        rows={3}
        maxLength={maxCharacters}
        value={text}
        aria-invalid={error === null ? undefined : true}
        aria-describedby={`${id}-note`}
        onChange={(event) => {
          change(event.target.value);
          setError(null);
        }}
      />
      <div className={styles['bottom']}>
        <p id={`${id}-note`} className={error === null ? styles['quiet'] : styles['error']}>
          {error ?? `Everyone can read it. Your name is shown as ${name}.`}
        </p>
        <Button type="submit" isPending={isPending}>
          Comment
        </Button>
      </div>
    </form>
  );
}

/** Links to sign-in and returns here. */
export function SignInLink({ children }: { children: ReactNode }): ReactElement {
  const location = useLocation();
  return (
    <Link to="/sign-in" state={createOriginState(location)}>
      {children}
    </Link>
  );
}
