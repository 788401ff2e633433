import type { BodyInput } from '@handover/contract/http/endpoint.ts';
import { createSharedLink } from '@handover/contract/documents/shared-links.ts';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { SecretDialog } from '@handover/ui/feedback/secret-dialog.tsx';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactElement } from 'react';
import { NdaTemplateSelect } from '#shared/agreements/nda-template-select.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { useUser } from '#shared/session/session-context.tsx';

interface ShareDialogProps {
  id: string;
  name: string;
  /** Only a PDF can be downloaded with a watermark. */
  isPdf: boolean;
  onClose: () => void;
}

const days = [1, 7, 30, 90] as const;
const nothing = {
  expiresInDays: '7',
  allowed: '',
  denied: '',
  password: '',
  ndaTemplateId: '',
  canDownload: false,
};

/** Creates a link to a file. The link is shown only once. */
export default function ShareDialog({ id, name, isPdf, onClose }: ShareDialogProps): ReactElement {
  const refresh = useRefresh();
  const { areas } = useUser();
  const [values, setValues] = useState(nothing);
  const set = (change: Partial<typeof nothing>): void => setValues({ ...values, ...change });
  const { password: _password, ...kept } = values;
  const [isJudged, setJudged] = useState(false);
  const parsed = createSharedLink.body.safeParse({
    expiresInDays: Number(values.expiresInDays),
    allowed: parseEntries(values.allowed),
    denied: parseEntries(values.denied),
    canDownload: values.canDownload,
    ...(values.password !== '' && { password: values.password }),
    ...(values.ndaTemplateId !== '' && { ndaTemplateId: values.ndaTemplateId }),
  });
  const errorOf = (field: string): string | undefined =>
    isJudged ? parsed.error?.issues.find(({ path }) => path[0] === field)?.message : undefined;
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (body: BodyInput<typeof createSharedLink>) =>
      send(createSharedLink, { params: { id }, body }),
    onSettled: () => refresh({ noun: 'document', customerId: null }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setJudged(true);
    if (parsed.success) mutate(parsed.data);
  };
  if (data !== undefined)
    return (
      <SecretDialog
        title={`Share ${name}`}
        text="Copy the link now. It is shown only once."
        label="Link"
        secret={data.url}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      draft={{ name: `shared-link:${id}`, values: kept, restore: set }}
      title={`Share ${name}`}
      submitLabel="Create link"
      failure={error === null ? undefined : getErrorMessage(error)}
      isPending={isPending}
      isLockedWhilePending
      maxWidth="sm"
      onSubmit={submit}
      onClose={onClose}
    >
      <p style={{ margin: 0 }}>
        Readers confirm their email address with a code. Every page they see is watermarked with it.
      </p>
      <LabeledSelect
        label="Expires after"
        value={values.expiresInDays}
        onChange={({ target }) => set({ expiresInDays: target.value })}
      >
        {days.map((count) => (
          <option key={count} value={count}>
            {count === 1 ? '1 day' : `${String(count)} days`}
          </option>
        ))}
      </LabeledSelect>
      <LabeledInput
        label="Allowed addresses (optional)"
        value={values.allowed}
        error={errorOf('allowed')}
        hint="Email addresses or domains, separated by commas. Leave empty to allow any address."
        onChange={({ target }) => set({ allowed: target.value })}
      />
      <LabeledInput
        label="Blocked addresses (optional)"
        value={values.denied}
        error={errorOf('denied')}
        onChange={({ target }) => set({ denied: target.value })}
      />
      <LabeledInput
        label="Password (optional)"
        autoComplete="off"
        value={values.password}
        error={errorOf('password')}
        hint="At least 8 characters. Send it to readers separately from the link."
        onChange={({ target }) => set({ password: target.value })}
      />
      {areas.includes('business-center') && (
        <NdaTemplateSelect
          label="NDA to sign first"
          none="None"
          value={values.ndaTemplateId}
          onChange={(ndaTemplateId) => set({ ndaTemplateId })}
        />
      )}
      {isPdf && (
        <FormControlLabel
          label="Readers can download a watermarked PDF"
          control={
            <Checkbox checked={values.canDownload} onChange={(_event, canDownload) => set({ canDownload })} />
          }
        />
      )}
    </FormDialog>
  );
}

/** Domains may be written as “@firm.com”. */
function parseEntries(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .map((entry) => entry.replace(/^@/, ''))
    .filter((entry) => entry !== '');
}
