import { bodyMaxCharacters, type ManagedPost, type PostStatus } from '@handover/contract/posts.ts';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState, type FormEvent, type ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { RichEditor } from '@handover/ui/editor/lazy-rich-editor.tsx';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { CoverPicker } from './cover-picker.tsx';
import styles from './post-editor.module.css';
import { ReleasePanel } from './release-panel.tsx';
import { StaleDialog } from './use-attempt.tsx';
import { usePostForm, type PostForm } from './use-post-form.ts';

interface PostEditorProps {
  /** Null for a new post. */
  post: ManagedPost | null;
  /** More actions for a saved post. */
  onDelete?: (post: ManagedPost) => void;
}

const movedTexts: Readonly<Record<PostStatus, string>> = {
  draft: 'Moved back to draft',
  scheduled: 'Post scheduled',
  published: 'Post published',
  unpublished: 'Post unpublished',
};

/** blog/write */
export default function NewPost(): ReactElement {
  return <PostEditor post={null} />;
}

/** Edits a post. Later changes by others do not replace what is being written. */
export function PostEditor({ post: initial, onDelete }: PostEditorProps): ReactElement {
  const toasts = useToasts();
  const navigate = useNavigate();
  const editor = usePostForm(initial);
  const { post, theirs, isPending } = editor;

  const save = async (over?: number): Promise<void> => {
    const saved = await editor.save(over);
    if (saved === null) return;
    toasts.done('Saved');
    if (post === null) await navigate(`/blog/${saved.slug}/edit`, { replace: true });
  };
  const move = async (status: PostStatus, scheduledAt?: Date): Promise<void> => {
    const moved = await editor.move(status, scheduledAt);
    if (moved === null) return;
    toasts.done(movedTexts[moved.status]);
    if (status === 'published') await navigate(`/blog/${moved.slug}`);
    else if (moved.slug !== initial?.slug) await navigate(`/blog/${moved.slug}/edit`, { replace: true });
  };

  return (
    <form
      {...editor.formProps}
      aria-label="Post"
      className={styles['form']}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className={styles['main']}>
        <PostFields editor={editor} />
      </div>
      <div className={styles['side']}>
        {post !== null && (
          <ReleasePanel post={post} isPending={isPending} onMove={(status, at) => void move(status, at)} />
        )}
        <section className={styles['panel']}>
          <CoverPicker
            cover={editor.values.cover}
            error={editor.errors['cover']}
            isDisabled={isPending}
            onChange={(cover) => editor.change({ cover })}
          />
        </section>
        {post?.abilities.canPublish === true && (
          <section className={styles['panel']}>
            <FormControlLabel
              label="Featured: shown first on the blog"
              slotProps={{ typography: { variant: 'body2' } }}
              control={
                <Checkbox
                  checked={editor.values.isFeatured}
                  disabled={isPending}
                  onChange={(event) => editor.change({ isFeatured: event.target.checked })}
                />
              }
            />
          </section>
        )}
      </div>
      <SaveBar editor={editor} onDelete={onDelete} />
      {theirs !== null && (
        <StaleDialog
          theirs={theirs}
          isPending={isPending}
          onKeepMine={() => void save(theirs.version)}
          onTakeTheirs={editor.discard}
        />
      )}
    </form>
  );
}

function PostFields({ editor }: { editor: PostForm }): ReactElement {
  const { values, errors, change, failure, isPending } = editor;
  const limited = (maxLength: number) => ({ maxLength, readOnly: isPending });
  return (
    <>
      {failure !== null && (
        <Alert severity="error" role="alert">
          {failure} Your text was not lost.
        </Alert>
      )}
      <LabeledInput
        label="Title"
        value={values.title}
        error={errors['title']}
        inputProps={limited(160)}
        onChange={(event) => change({ title: event.target.value })}
      />
      <LabeledInput
        multiline
        minRows={2}
        label="Description"
        hint="One or two sentences, for the list and the feed"
        value={values.description}
        error={errors['description']}
        inputProps={limited(300)}
        onChange={(event) => change({ description: event.target.value })}
      />
      <RichEditor
        hasHeadings
        label="Text"
        placeholder="Write for owners and buyers"
        value={values.bodyHtml}
        maxLength={bodyMaxCharacters}
        error={errors['bodyHtml']}
        isReadOnly={isPending}
        onChange={(bodyHtml) => change({ bodyHtml })}
      />
    </>
  );
}

function SaveBar({
  editor,
  onDelete,
}: {
  editor: PostForm;
  onDelete: PostEditorProps['onDelete'];
}): ReactElement {
  const { post, isChanged, isPending } = editor;
  const [isDiscarding, setDiscarding] = useState(false);
  return (
    <div className={styles['bar']}>
      {post?.abilities.canDelete === true && onDelete !== undefined && (
        <Button variant="text" color="error" onClick={() => onDelete(post)}>
          Delete
        </Button>
      )}
      <span role="status" className={styles['quiet']}>
        {isChanged ? 'Changes are stored in this browser until you save' : ''}
      </span>
      {isChanged && (
        <Button variant="outlined" color="inherit" onClick={() => setDiscarding(true)}>
          Discard
        </Button>
      )}
      <Button type="submit" loading={isPending}>
        {post === null ? 'Save draft' : 'Save'}
      </Button>
      {isDiscarding && (
        <ConfirmDialog
          title="Discard changes?"
          confirmLabel="Discard"
          isDangerous
          onClose={() => setDiscarding(false)}
          onConfirm={() => {
            editor.discard();
            setDiscarding(false);
          }}
        >
          The post returns to its last saved version.
        </ConfirmDialog>
      )}
    </div>
  );
}
