import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import { bulkInputs } from '@handover/contract/records/bulk.ts';
import { lazy, Suspense, useId, useState, type ReactElement } from 'react';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { useDraftValues } from '#shared/forms/use-draft-values.tsx';
import { NoDeliveryWarning } from '#shared/mail-templates/no-delivery-warning.tsx';
import type { BulkDialogProps } from '#shared/records/list/record-list.ts';
import { useUser } from '#shared/session/session-context.tsx';

const BusinessPicker = lazy(async () => ({
  default: (await import('#shared/businesses/business-picker.tsx')).BusinessPicker,
}));

type InvitedBusiness = { readonly id: string; readonly name: string };

interface Invitation {
  business: InvitedBusiness | null;
  subject: string;
  text: string;
}

interface InviteDialogProps extends BulkDialogProps {
  /** The business, if already chosen; otherwise the dialog asks for it. */
  business?: InvitedBusiness;
  /** Its public title. */
  publicTitle?: string | null;
}

/**
 * Writes an invitation about a business to several buyers, each of whom gets a separate copy. Closing the dialog keeps
 * the text.
 */
export default function InviteDialog(props: InviteDialogProps): ReactElement {
  const { count, business: given, publicTitle = null, isPending, onStart, onClose } = props;
  const titleId = useId();
  const { hasPostalAddress, displayName } = useUser();
  const { values, change, status, discard } = useDraftValues<Invitation>(`invitation:${given?.id ?? ''}`, {
    business: given ?? null,
    subject: publicTitle ?? 'A business that matches your search',
    text: `Hello {{customer.firstName|there}},\n\nA business that matches your search is now on the market. Use the link below to request details.\n\n${displayName}`,
  });
  const { business, subject, text } = values;
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const start = (): void => {
    const parsed = bulkInputs.buyer.safeParse({ action: 'invite', businessId: business?.id, subject, text });
    setErrors(
      Object.fromEntries(
        (parsed.error?.issues ?? []).map(({ path, message }) => [
          String(path[0]),
          path[0] === 'businessId' ? 'Required' : message,
        ]),
      ),
    );
    if (parsed.data !== undefined) onStart(parsed.data, discard);
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>
        Invite {count.toLocaleString('en')} {count === 1 ? 'buyer' : 'buyers'}
      </DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 2 }}>
          <p style={{ margin: 0 }}>
            Each buyer gets a separate email with a link and an unsubscribe link. Buyers who do not qualify,
            were already invited, or unsubscribed are skipped. Do not name the business.
          </p>
          {status}
          <NoDeliveryWarning />
          {given === undefined && (
            <Suspense>
              <BusinessPicker
                label="Business *"
                value={business}
                error={errors['businessId']}
                onChange={(chosen) => change({ business: chosen })}
              />
            </Suspense>
          )}
          <LabeledInput
            label="Subject *"
            value={subject}
            error={errors['subject']}
            onChange={({ target }) => change({ subject: target.value })}
          />
          <LabeledInput
            label="Message *"
            multiline
            minRows={6}
            maxRows={14}
            value={text}
            error={errors['text']}
            hint="{{customer.firstName|there}} is replaced with the buyer’s first name. The link is added at the end."
            onChange={({ target }) => change({ text: target.value })}
          />
          {!hasPostalAddress && (
            <p role="alert" style={{ margin: 0 }}>
              Bulk email must contain your postal address. Add it in the workspace settings first.
            </p>
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={isPending} disabled={!hasPostalAddress} onClick={start}>
          Send
        </Button>
      </DialogActions>
    </Dialog>
  );
}
