import Button from '@mui/material/Button';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { saveFile } from '#shared/files/files.ts';
import { useUser } from '#shared/session/session-context.tsx';

/** Downloads everything that the client may read as one ZIP file. */
export default function OwnDataCard(): ReactElement {
  const user = useUser();
  const toasts = useToasts();
  const [step, setStep] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (): Promise<void> => {
    if (running.current !== null) return;
    const abort = new AbortController();
    running.current = abort;
    const options = { signal: abort.signal, onStep: setStep };
    setStep('account');
    try {
      // Loaded only for a download.
      const [{ collectOwnData }, { zipOwnData }] = await Promise.all([
        import('./collect-own-data.ts'),
        import('./own-data-zip.ts'),
      ]);
      const data = await collectOwnData({ user, ...options });
      saveFile(await zipOwnData(data, options), `my-data-${user.today}.zip`);
      toasts.done('Your data was downloaded');
    } catch (error) {
      if (!abort.signal.aborted) toasts.failed(getErrorMessage(error));
    } finally {
      running.current = null;
      setStep(null);
    }
  };
  return (
    <div>
      <p>Your record, deals, messages, and files as one ZIP file.</p>
      <Button
        variant="outlined"
        color="inherit"
        loading={step !== null}
        loadingPosition="start"
        startIcon={<Icon name="solar:download-minimalistic-linear" size={20} />}
        onClick={() => void start()}
        sx={{ mt: 1 }}
      >
        Download my data
      </Button>
      <p role="status">{step === null ? '' : `Reading ${step}`}</p>
    </div>
  );
}
