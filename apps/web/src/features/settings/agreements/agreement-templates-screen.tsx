import {
  listAgreementTemplates,
  updateAgreementTemplate,
  type AgreementTemplate,
  type UpdateAgreementTemplate,
} from '@handover/contract/agreements/agreement-templates.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import rows from '../rows.module.css';
import { SettingsCard } from '../settings-card.tsx';

const TemplateDialog = lazy(() => import('./agreement-template-dialog.tsx'));

const templatesQuery = (): QueryFor<AgreementTemplate[]> =>
  oneQuery({
    queryKey: ['agreement', 'all', 'all-templates'],
    queryFn: async ({ signal }) => (await send(listAgreementTemplates, {}, { signal })).templates,
  });

/** The NDA texts of the workspace. */
export default function AgreementTemplatesScreen(): ReactElement {
  const query = useQuery(templatesQuery());
  const [edited, setEdited] = useState<AgreementTemplate | 'new' | null>(null);
  const templates = query.data ?? [];
  return (
    <SettingsCard
      title="NDA templates"
      text="Agreements that buyers sign. Changes do not affect NDAs already sent."
      actions={<Button onClick={() => setEdited('new')}>Add template</Button>}
    >
      <PagedPanel
        query={query}
        count={templates.length}
        empty={{
          icon: 'solar:document-text-bold-duotone',
          title: 'No templates yet',
          text: 'Add the NDA that your attorney has approved.',
        }}
        failed="The templates could not be loaded"
      >
        <ul className={rows['list']}>
          {templates.map((template) => (
            <TemplateRow key={template.id} template={template} onEdit={() => setEdited(template)} />
          ))}
        </ul>
      </PagedPanel>
      {edited !== null && (
        <Suspense>
          <TemplateDialog template={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </SettingsCard>
  );
}

function TemplateRow({
  template,
  onEdit,
}: {
  template: AgreementTemplate;
  onEdit: () => void;
}): ReactElement {
  const { name, title, textNumber, textChangedAt, validMonths, isReviewed, isArchived } = template;
  const { timeZone } = useUser();
  const change = useTemplateChange(template);
  return (
    <li className={rows['row']}>
      <div className={rows['main']}>
        <p className={rows['name']}>
          {name}
          {isArchived && <StatusLabel tone="neutral">Archived</StatusLabel>}
          {!isReviewed && !isArchived && <StatusLabel tone="warning">Not reviewed by counsel</StatusLabel>}
        </p>
        <p className={rows['note']}>
          {title}, version {textNumber}, changed <RelativeTime time={textChangedAt} timeZone={timeZone} />,{' '}
          {validMonths === null
            ? 'no end date'
            : `in effect for ${validMonths === 1 ? '1 month' : `${String(validMonths)} months`}`}
        </p>
      </div>
      <div className={rows['side']}>
        <Button variant="outlined" color="inherit" onClick={onEdit}>
          Edit
        </Button>
        <MenuButton
          isIconOnly
          label={`Actions for ${name}`}
          actions={[
            {
              label: isReviewed ? 'Mark as not reviewed' : 'Mark as reviewed by counsel',
              icon: 'solar:check-circle-linear',
              onSelect: () => change({ isReviewed: !isReviewed }, 'Template updated'),
            },
            {
              label: isArchived ? 'Restore' : 'Archive',
              icon: 'solar:archive-linear',
              onSelect: () =>
                change({ isArchived: !isArchived }, isArchived ? 'Template restored' : 'Template archived'),
            },
          ]}
        />
      </div>
    </li>
  );
}

function useTemplateChange({
  id,
  version,
}: AgreementTemplate): (change: Omit<UpdateAgreementTemplate, 'version'>, done: string) => void {
  const toasts = useToasts();
  const refresh = useRefresh();
  const { mutate } = useMutation({
    mutationFn: (change: Omit<UpdateAgreementTemplate, 'version'>) =>
      send(updateAgreementTemplate, { params: { id }, body: { version, ...change } }),
    onError: (error) => toasts.failed(getErrorMessage(error)),
    onSettled: () => refresh({ noun: 'agreement', customerId: null }),
  });
  return (change, done) => mutate(change, { onSuccess: () => toasts.done(done) });
}
