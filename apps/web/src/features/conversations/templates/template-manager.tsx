import Button from '@mui/material/Button';
import type { MailTemplate } from '@handover/contract/conversations/mail-templates.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { PageToolbar } from '@handover/ui/parts/page-toolbar.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { EmptyState } from '@handover/ui/states/state-panel.tsx';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import { mailTemplatesQuery } from '#shared/mail-templates/mail-templates.queries.ts';
import { getRoleLevel, roleLevels } from '@handover/contract/auth/roles.ts';
import { useUser } from '#shared/session/session-context.tsx';
import styles from './templates.module.css';
import { starterTemplates } from './starter-templates.ts';
import { useTemplateMutations } from './use-template-mutations.ts';

const TemplateForm = lazy(() => import('./template-form.tsx'));

const empty = {
  icon: 'solar:document-text-bold-duotone',
  title: 'No templates yet',
  text: 'Save emails you send often. Fields such as the customer’s name are filled in automatically.',
} as const;

/** The user's own and shared email templates; the one being edited is in the URL. */
export default function TemplateManager(): ReactElement {
  const [params, setParams] = useSearchParams();
  const [leaving, setLeaving] = useState<MailTemplate | null>(null);
  const query = useQuery(mailTemplatesQuery());
  const templates = query.data ?? [];
  const edited = params.get('edit');
  const edit = (id: string | null): void => setParams(id === null ? {} : { edit: id });
  const one = edited === 'new' ? null : templates.find(({ id }) => id === edited);
  if (one !== undefined)
    return (
      <Suspense fallback={<Spinner />}>
        <TemplateForm key={edited} template={one} onDone={() => edit(null)} />
      </Suspense>
    );
  if (edited !== null && query.data !== undefined) return <Gone onBack={() => edit(null)} />;
  return (
    <>
      <PageToolbar
        actions={
          <>
            {query.data !== undefined && <StarterButton templates={query.data} />}
            <Button onClick={() => edit('new')}>New template</Button>
          </>
        }
      >
        <p className={styles['lead']}>
          Administrators manage shared templates. Your own are visible only to you.
        </p>
      </PageToolbar>
      <section className={styles['card']} aria-label="Templates">
        <PagedPanel
          query={query}
          count={templates.length}
          empty={empty}
          failed="The templates could not be loaded"
        >
          <ul className={styles['list']}>
            {templates.map((template) => (
              <Row key={template.id} template={template} onEdit={edit} onDelete={setLeaving} />
            ))}
          </ul>
        </PagedPanel>
      </section>
      {leaving !== null && <DeleteDialog template={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

/** Shown to administrators while any of the starter templates is missing. */
function StarterButton({ templates }: { templates: readonly MailTemplate[] }): ReactElement | null {
  const canShare = getRoleLevel(useUser().role) >= roleLevels.ADMIN;
  const { addAll, isPending } = useTemplateMutations();
  const missing = starterTemplates.filter(
    ({ name }) => !templates.some((template) => template.name === name),
  );
  if (!canShare || missing.length === 0) return null;
  return (
    <Button variant="outlined" color="inherit" loading={isPending} onClick={() => addAll(missing)}>
      Add starter templates
    </Button>
  );
}

interface RowProps {
  template: MailTemplate;
  onEdit: (id: string) => void;
  onDelete: (template: MailTemplate) => void;
}

function Row({ template, onEdit, onDelete }: RowProps): ReactElement {
  const { id, name, subject, isShared, useCount, abilities } = template;
  return (
    <li className={styles['row']}>
      <div className={styles['main']}>
        <p className={styles['name']}>
          {abilities.canUpdate ? (
            <button type="button" className={styles['link']} onClick={() => onEdit(id)}>
              {name}
            </button>
          ) : (
            name
          )}
          {isShared && <StatusLabel tone="info">Shared</StatusLabel>}
        </p>
        <p className={styles['note']}>{subject}</p>
      </div>
      <p className={styles['note']}>{formatUses(useCount)}</p>
      {abilities.canUpdate && (
        <MenuButton
          isIconOnly
          label={`Actions for ${name}`}
          actions={[
            { label: 'Edit', icon: 'solar:pen-linear', onSelect: () => onEdit(id) },
            {
              label: 'Delete',
              icon: 'solar:trash-bin-trash-linear',
              isDangerous: true,
              onSelect: () => onDelete(template),
            },
          ]}
        />
      )}
    </li>
  );
}

function DeleteDialog({ template, onClose }: { template: MailTemplate; onClose: () => void }): ReactElement {
  const mutations = useTemplateMutations();
  return (
    <ConfirmDialog
      title={`Delete “${template.name}”?`}
      confirmLabel="Delete"
      isDangerous
      isPending={mutations.isPending}
      onConfirm={() => mutations.remove(template, onClose)}
      onClose={onClose}
    >
      {template.isShared ? 'It will be removed for everyone in this workspace. ' : ''}Existing emails are not
      affected.
    </ConfirmDialog>
  );
}

function Gone({ onBack }: { onBack: () => void }): ReactElement {
  return (
    <EmptyState
      icon="solar:document-text-bold-duotone"
      title="Template not found"
      text="It was deleted or belongs to someone else."
      action={
        <Button variant="outlined" color="inherit" onClick={onBack}>
          All templates
        </Button>
      }
    />
  );
}

function formatUses(count: number): string {
  if (count === 0) return 'Not used yet';
  return count === 1 ? 'Used once' : `Used ${count.toLocaleString('en')} times`;
}
