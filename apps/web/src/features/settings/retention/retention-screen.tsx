import { formatCount } from '@handover/domain/format-count.ts';
import { listLegalHolds, type LegalHold } from '@handover/contract/documents/legal-holds.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import {
  maxRetention,
  updateWorkspaceBody,
  type WorkspaceSettings,
} from '@handover/contract/settings/workspace-settings.ts';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { pick } from 'zod/mini';
import { send } from '#shared/api/client.ts';
import { pagesQuery } from '#shared/api/query-factory.ts';
import { applyServerErrors, createBodyResolver } from '#shared/forms/form-validation.ts';
import { FormStatus } from '#shared/forms/form-status.tsx';
import { useFormBasis } from '#shared/forms/use-form-basis.ts';
import { LoadMore, PagedPanel } from '#shared/lists/paged-panel.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { ConflictNotice, discardTyped, keepTyped } from '#shared/forms/versioned-save.tsx';
import styles from '../rows.module.css';
import { SettingsCard } from '../settings-card.tsx';
import { useSaveWorkspace, WorkspaceLoaded } from '../workspace/workspace-settings.tsx';

/** How long deleted files are kept, and which files are on legal hold. */
export default function RetentionScreen(): ReactElement {
  return (
    <WorkspaceLoaded>
      {(workspace) => (
        <>
          <RetentionCard workspace={workspace} />
          <LegalHoldsCard />
        </>
      )}
    </WorkspaceLoaded>
  );
}

interface Values {
  trashRetentionDays: string;
  closedDealRetentionYears: string;
}

const parseWhole = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed));
const toBody = ({ trashRetentionDays, closedDealRetentionYears }: Values) => ({
  trashRetentionDays: trashRetentionDays.trim() === '' ? null : parseWhole(trashRetentionDays),
  closedDealRetentionYears: parseWhole(closedDealRetentionYears),
});
const toValues = ({ trashRetentionDays, closedDealRetentionYears }: WorkspaceSettings): Values => ({
  trashRetentionDays: trashRetentionDays === null ? '' : String(trashRetentionDays),
  closedDealRetentionYears: String(closedDealRetentionYears),
});
const resolver = createBodyResolver<Values>(
  pick(updateWorkspaceBody, { trashRetentionDays: true, closedDealRetentionYears: true }),
  toBody,
);
const short = { '& .MuiOutlinedInput-root': { maxWidth: 120 } } as const;

function RetentionCard({ workspace }: { workspace: WorkspaceSettings }): ReactElement {
  const values = toValues(workspace);
  const form = useForm<Values>({ resolver, values, resetOptions: keepTyped });
  const basis = useFormBasis({
    latest: { version: workspace.version, values },
    draft: 'retention',
    typed: form.getValues,
  });
  const { save, isPending, conflict } = useSaveWorkspace({
    version: basis.version,
    done: 'Retention settings saved',
    onRecord: (record) => form.reset(toValues(record), discardTyped),
    onError: (error) =>
      applyServerErrors(error, form.setError, ['trashRetentionDays', 'closedDealRetentionYears']),
  });
  return (
    <SettingsCard
      title="Deleted files"
      text="Files that have been in the trash long enough are permanently deleted, with all versions. This cannot be undone. Files that are still needed, such as those on legal hold or with an NDA signed through a shared link, are kept."
    >
      <Stack
        component="form"
        noValidate
        spacing={2.5}
        onSubmit={form.handleSubmit((typed) => save(toBody(typed)))}
      >
        <FormStatus form={form} draft="retention" basis={basis} />
        <ConflictNotice conflict={conflict} theirs={describe} />
        <FormTextField
          control={form.control}
          name="trashRetentionDays"
          label="Keep deleted files (days)"
          hint={`From 1 to ${maxRetention.days.toLocaleString('en')}. Leave empty to keep them until someone restores them.`}
          inputMode="numeric"
          sx={short}
          autoComplete="off"
        />
        <FormTextField
          control={form.control}
          name="closedDealRetentionYears"
          label="Keep files of closed deals (years)"
          hint="Deleted files of a closed deal and its business are kept at least this long after closing."
          inputMode="numeric"
          sx={short}
          autoComplete="off"
        />
        <div>
          <Button type="submit" loading={isPending}>
            Save retention settings
          </Button>
        </div>
      </Stack>
    </SettingsCard>
  );
}

function describe({ trashRetentionDays, closedDealRetentionYears }: WorkspaceSettings): string {
  const days = trashRetentionDays === null ? 'without limit' : formatCount(trashRetentionDays, 'day');
  return `deleted files ${days}, files of closed deals ${formatCount(closedDealRetentionYears, 'year')}.`;
}

const legalHoldsQuery = () =>
  pagesQuery({
    queryKey: ['document', 'all', 'holds'],
    fetchPage: ({ cursor, signal }) => send(listLegalHolds, { query: { cursor } }, { signal }),
  });

function LegalHoldsCard(): ReactElement {
  const query = useInfiniteQuery(legalHoldsQuery());
  const legalHolds = query.data?.pages.flatMap((page) => page.legalHolds) ?? [];
  return (
    <SettingsCard
      title="Legal holds"
      text="Files on legal hold are never deleted. Place or lift a hold from the menu of a file or business."
    >
      <PagedPanel
        query={query}
        count={legalHolds.length}
        empty={{ icon: 'solar:lock-keyhole-linear', title: 'No legal holds' }}
        failed="The legal holds could not be loaded"
      >
        <ul className={styles['list']}>
          {legalHolds.map((legalHold) => (
            <LegalHoldRow key={legalHold.id} legalHold={legalHold} />
          ))}
        </ul>
        <LoadMore query={query} shown={legalHolds.length} total={query.data?.pages[0]?.total ?? null} />
      </PagedPanel>
    </SettingsCard>
  );
}

function LegalHoldRow({ legalHold }: { legalHold: LegalHold }): ReactElement {
  const { timeZone } = useUser();
  const { document, business, documentCount, placedBy, placedAt, reason } = legalHold;
  const [type, subject] =
    business === null ? (['document', document] as const) : (['business', business] as const);
  return (
    <li className={styles['row']}>
      <div className={styles['main']}>
        <span className={styles['name']}>
          {subject !== null && <Link to={`${recordInfo[type].path}${subject.id}`}>{subject.name}</Link>}
        </span>
        <span className={styles['note']}>{reason}</span>
        <span className={styles['note']}>
          {placedBy.displayName}, <RelativeTime time={placedAt} timeZone={timeZone} />
        </span>
      </div>
      {business !== null && (
        <div className={styles['side']}>
          {documentCount === 1 ? '1 file' : `${documentCount.toLocaleString('en')} files`}
        </div>
      )}
    </li>
  );
}
