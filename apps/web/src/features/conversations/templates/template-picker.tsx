import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import {
  useMailTemplate as useTemplateCall,
  type MailTemplate,
} from '@handover/contract/conversations/mail-templates.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { EmptyState, NoMatch } from '@handover/ui/states/state-panel.tsx';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import { mailTemplatesQuery } from '#shared/mail-templates/mail-templates.queries.ts';
import { listFields } from '#shared/mail-templates/mail-templates.queries.ts';
import styles from './templates.module.css';

interface TemplatePickerProps {
  customerId: string;
  /** Receives the template with its fields filled in for the customer. */
  onPick: (template: { subject: string; html: string }) => void;
}

/** A button that opens the list of templates. */
export default function TemplatePicker(props: TemplatePickerProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="text"
        color="inherit"
        startIcon={<Icon name="solar:document-text-linear" size={18} />}
        onClick={() => setOpen(true)}
      >
        Template
      </Button>
      {isOpen && <PickerDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function PickerDialog({
  customerId,
  onPick,
  onClose,
}: TemplatePickerProps & { onClose: () => void }): ReactElement {
  const titleId = useId();
  const toasts = useToasts();
  const refresh = useRefresh();
  const [text, setText] = useState('');
  const query = useQuery(mailTemplatesQuery());
  const templates = query.data ?? [];
  const found = templates.filter((template) => isMatch(template, text));
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string) => send(useTemplateCall, { params: { id }, body: { customerId } }),
    onSuccess: () => refresh({ noun: 'template', customerId: null }),
    onError: (error) => toasts.failed(getErrorMessage(error)),
  });
  // Not called if the dialog was closed in the meantime.
  const onSuccess = ({ mail: { missing, ...mail } }: ResponseOf<typeof useTemplateCall>): void => {
    onPick(mail);
    if (missing.length > 0) toasts.failed(`Fill in: ${listFields(missing)}`);
    onClose();
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>Use a template</DialogTitle>
      <DialogContent className={styles['picker'] ?? ''}>
        {templates.length > 0 && (
          <LabeledInput
            label="Search templates"
            type="search"
            autoFocus
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
        {query.data?.length === 0 ? (
          <NoTemplates />
        ) : (
          <PagedPanel
            query={query}
            count={1}
            empty={{ icon: '', title: '' }}
            failed="The templates could not be loaded"
          >
            {found.length === 0 && <NoMatch noun="templates" onClear={() => setText('')} />}
            <ul className={styles['list']} aria-label="Templates">
              {found.map((template) => (
                <li key={template.id}>
                  <button
                    type="button"
                    className={styles['choice']}
                    disabled={isPending}
                    onClick={() => mutate(template.id, { onSuccess })}
                  >
                    <span className={styles['name']}>{template.name}</span>
                    <span className={styles['note']}>{template.subject}</span>
                  </button>
                </li>
              ))}
            </ul>
          </PagedPanel>
        )}
      </DialogContent>
    </Dialog>
  );
}

function NoTemplates(): ReactElement {
  return (
    <EmptyState
      icon="solar:document-text-bold-duotone"
      title="No templates yet"
      text="Save emails you send often."
      action={
        <Button component={Link} to="/admin/users/templates?edit=new" variant="outlined" color="inherit">
          New template
        </Button>
      }
    />
  );
}

function isMatch({ name, subject }: MailTemplate, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/);
  const content = `${name} ${subject}`.toLowerCase();
  return words.every((word) => content.includes(word));
}
