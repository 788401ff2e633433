import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, type ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { FileButton } from '@handover/ui/forms/file-button.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import styles from './composer-tools.module.css';
import { DraftState } from './draft/draft-state.tsx';
import { type EmailDraftHandle, restore } from './draft/use-email-draft.ts';
import type { DraftPlace } from './email-draft.queries.ts';
import type { useSignedText } from './use-signed-text.ts';
import type { useAttaching } from './attachments.tsx';

const TemplatePicker = lazy(() => import('../templates/template-picker.tsx'));

interface ComposerToolsProps {
  place: DraftPlace;
  draft: EmailDraftHandle;
  /** Shows the draft again after an undo. */
  onReopen: () => void;
  attaching: ReturnType<typeof useAttaching>;
  text: ReturnType<typeof useSignedText>;
}

/** The tools next to the Send button. */
export function ComposerTools(props: ComposerToolsProps): ReactElement {
  const { place, draft, attaching, text, onReopen } = props;
  const { signature } = text;
  const toasts = useToasts();
  const client = useQueryClient();
  const userId = useUser().id;
  if (draft.view.isElsewhere) return <div className={styles['tools']} />;
  const discard = (): void => {
    const discarded = draft.store.discard();
    toasts.undoable('Draft discarded', () => {
      restore(client, { userId, ...place }, discarded);
      onReopen();
    });
  };
  const insert = (template: { subject: string; html: string }): void => {
    const { store } = draft;
    const before = store.get().content;
    text.insert(template.html);
    if (before.subject.trim() === '') store.change({ subject: template.subject });
    const inserted = store.get().content;
    toasts.undoable('Template inserted', () => {
      const { html, subject } = store.get().content;
      const { isSigned } = before;
      if (html === inserted.html) store.change({ html: before.html, isSigned });
      else toasts.failed('You have edited the text since. Delete the template from it instead.');
      if (subject === inserted.subject) store.change({ subject: before.subject });
    });
  };
  return (
    <div className={styles['tools']}>
      <FileButton
        isMultiple
        variant="text"
        color="inherit"
        startIcon={<Icon name="solar:paperclip-linear" size={18} />}
        onFiles={attaching.attach}
      >
        Attach
      </FileButton>
      <Suspense>
        <TemplatePicker customerId={place.customerId} onPick={insert} />
      </Suspense>
      {signature !== null && (
        <FormControlLabel
          className={styles['signature'] ?? ''}
          control={
            <Checkbox
              size="small"
              checked={signature.isUsed}
              onChange={(_event, isChecked) => signature.use(isChecked)}
            />
          }
          label="Signature"
          slotProps={{ typography: { variant: 'body2' } }}
        />
      )}
      {!draft.isEmpty && (
        <Button
          variant="text"
          color="inherit"
          startIcon={<Icon name="solar:trash-bin-trash-linear" size={18} />}
          onClick={discard}
        >
          Discard
        </Button>
      )}
      <DraftState draft={draft} />
    </div>
  );
}
