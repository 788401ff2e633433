import { FailedState } from '@handover/ui/states/state-panel.tsx';
import Skeleton from '@mui/material/Skeleton';
import { useMutation, useQuery, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useLocation } from 'react-router';
import { ApiError, getErrorMessage } from '#shared/api/api-error.ts';
import { AccountSection } from './account-section.tsx';
import { choicesQuery } from './account-queries.ts';
import styles from './notifications-section.module.css';
import {
  emailChoices,
  updateNotificationChoices,
  type DigestChoice,
  type EmailChoice,
  type KindChoice,
  type NotificationChoices,
} from '@handover/contract/notifications/notification-choices.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { send } from '#shared/api/client.ts';
import { notificationNames } from '@handover/contract/notifications/notification-names.ts';
import Checkbox from '@mui/material/Checkbox';
import { roleLevels } from '@handover/contract/auth/roles.ts';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { formatFullTime } from '@handover/ui/parts/time-text.ts';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import { useUnsavedGuard } from '#shared/forms/use-unsaved-guard.tsx';
import { WeekdayChoice } from '#shared/forms/weekday-choice.tsx';
import { useUser } from '#shared/session/session-context.tsx';

/** Emails link to `#notifications`. */
export default function NotificationsSection(): ReactElement {
  const query = useQuery(choicesQuery());
  const place = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  const isAsked = hash === '#notifications';
  useEffect(() => {
    if (isAsked && query.isFetched) place.current?.scrollIntoView();
  }, [isAsked, query.isFetched]);
  return (
    <div ref={place} id="notifications" className={styles['place']}>
      <AccountSection
        title="Notifications"
        text="Choose your notifications in this workspace. You always receive security emails about your account."
      >
        {query.data !== undefined && <ChoicesForm choices={query.data.choices} />}
        {query.data === undefined && query.error === null && <Skeleton variant="rounded" height={360} />}
        {query.data === undefined && query.error !== null && (
          <FailedState
            title="The notification settings could not be loaded"
            text={getErrorMessage(query.error)}
            onRetry={() => void query.refetch()}
          />
        )}
      </AccountSection>
    </div>
  );
}

type Draft = { readonly kinds: readonly KindChoice[]; readonly digest: DigestChoice };

/** Notification channels by kind and the digest schedule. Changes apply only when saved. */
function ChoicesForm({ choices }: { choices: NotificationChoices }): ReactElement {
  const [draft, setDraft] = useState<Draft | null>(null);
  const { kinds, digest } = draft ?? choices;
  const save = useSaveChoices(choices.version, () => setDraft(null));
  const guard = useUnsavedGuard(draft !== null);
  const change = (part: Partial<Draft>): void => {
    if (!save.isPending) setDraft({ kinds, digest, ...part });
  };
  if (choices.kinds.length === 0)
    return <p>You are not a member of this workspace, so you receive no notifications from it.</p>;
  const hasDay = digest.weekdays.length > 0;
  return (
    <Stack
      component="form"
      noValidate
      spacing={3}
      onSubmit={(event) => {
        event.preventDefault();
        if (hasDay && !save.isPending) save.mutate({ kinds, digest });
      }}
    >
      {guard}
      {save.error !== null && (
        <Alert severity="error" role="alert">
          {getErrorMessage(save.error)}
        </Alert>
      )}
      <KindsTable
        kinds={kinds}
        onChange={(changed) =>
          change({ kinds: kinds.map((kind) => (kind.type === changed.type ? changed : kind)) })
        }
      />
      <DigestFields
        digest={digest}
        timeZone={choices.timeZone}
        nextAt={draft === null ? choices.nextDigestAt : null}
        onChange={(part) => change({ digest: { ...digest, ...part } })}
      />
      <div>
        <Button type="submit" loading={save.isPending}>
          Save notification settings
        </Button>
      </div>
    </Stack>
  );
}

function useSaveChoices(
  version: number,
  onSaved: () => void,
): UseMutationResult<{ choices: NotificationChoices }, Error, Draft> {
  const toasts = useToasts();
  const client = useQueryClient();
  const { queryKey } = choicesQuery();
  return useMutation({
    mutationFn: ({ kinds, digest }: Draft) =>
      send(updateNotificationChoices, { body: { version, kinds: [...kinds], digest } }),
    onSuccess: (answer) => {
      client.setQueryData(queryKey, answer);
      onSaved();
      toasts.done('Notification settings saved');
    },
    onError: (error) => {
      // The user's choices are kept, so saving again overwrites what another tab has saved.
      if (error instanceof ApiError && error.status === 409) void client.invalidateQueries({ queryKey });
    },
  });
}

interface KindsTableProps {
  kinds: readonly KindChoice[];
  onChange: (changed: KindChoice) => void;
}

const channelLabels: Readonly<Record<EmailChoice, string>> = {
  no: 'Off',
  now: 'Immediately',
  digest: 'In the digest',
};

function KindsTable({ kinds, onChange }: KindsTableProps): ReactElement {
  return (
    <table className={styles['kinds']}>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">Notification</span>
          </th>
          <th scope="col">In the app</th>
          <th scope="col">By email</th>
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => (
          <tr key={kind.type}>
            <th scope="row">
              {notificationNames[kind.type]}
              {kind.type === 'task.reminder' && (
                <small>Email only for reminders set to also send email</small>
              )}
            </th>
            <td>
              <Checkbox
                checked={kind.inApp}
                slotProps={{ input: { 'aria-label': `${notificationNames[kind.type]} in the app` } }}
                onChange={(_event, inApp) => onChange({ ...kind, inApp })}
              />
            </td>
            <td>
              <select
                aria-label={`${notificationNames[kind.type]} by email`}
                value={kind.email}
                onChange={({ target: { value } }) =>
                  onChange({
                    ...kind,
                    email: emailChoices.find((channel) => channel === value) ?? kind.email,
                  })
                }
              >
                {emailChoices.map((channel) => (
                  <option key={channel} value={channel}>
                    {channelLabels[channel]}
                  </option>
                ))}
              </select>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DigestFieldsProps {
  digest: DigestChoice;
  timeZone: string;
  /** Null while there are unsaved changes. */
  nextAt: string | null;
  onChange: (part: Partial<DigestChoice>) => void;
}

/** ISO weekdays, Monday is 1. */
const weekdays = [1, 2, 3, 4, 5, 6, 7] as const satisfies readonly number[];
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const small = { typography: { variant: 'body2' } } as const;

function DigestFields({ digest, timeZone, nextAt, onChange }: DigestFieldsProps): ReactElement {
  const { role } = useUser();
  const isStaff = role !== null && roleLevels[role] >= roleLevels.STAFF;
  return (
    <div role="group" aria-label="Digest" className={styles['digest']}>
      <div className={styles['when']}>
        <LabeledSelect
          label="Send the digest at"
          value={digest.hour}
          onChange={(event) => onChange({ hour: Number(event.target.value) })}
        >
          {hours.map((hour) => (
            <option key={hour} value={hour}>
              {formatHour(hour)}
            </option>
          ))}
        </LabeledSelect>
        <WeekdayChoice
          days={weekdays}
          chosen={digest.weekdays}
          onChange={(days) => onChange({ weekdays: days })}
        >
          {digest.weekdays.length === 0 && (
            <FormHelperText error role="alert" className={styles['error']}>
              Choose at least one day
            </FormHelperText>
          )}
        </WeekdayChoice>
      </div>
      {isStaff && (
        <FormControlLabel
          control={
            <Checkbox checked={digest.withTasks} onChange={(_event, withTasks) => onChange({ withTasks })} />
          }
          label="Include my tasks that are overdue or due that day"
          slotProps={small}
        />
      )}
      <p className={styles['note']}>
        {nextAt === null ? `In ${timeZone}.` : `Next on ${formatFullTime(new Date(nextAt), timeZone)}.`} Empty
        digests are not sent.
      </p>
    </div>
  );
}

function formatHour(hour: number): string {
  const format = { hour: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-US', format).format(new Date(Date.UTC(2000, 0, 1, hour)));
}
