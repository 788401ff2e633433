import Button from '@mui/material/Button';
import type { RecordType } from '@handover/contract/records/records.ts';
import { lazy, Suspense, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';

const ImportDialog = lazy(() => import('./import-dialog.tsx'));
const parameter = 'import';

/**
 * Opens the import dialog. The displayed import is in the URL (`?import=new` or an id), so that it can be linked to.
 */
export function ImportButton({ recordType }: { recordType: RecordType }): ReactElement {
  const [params, setParams] = useSearchParams();
  const shown = params.get(parameter);
  const show = (value: string | null): void => {
    const next = new URLSearchParams(params);
    if (value === null) next.delete(parameter);
    else next.set(parameter, value);
    setParams(next);
  };
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<Icon name="solar:import-linear" size={18} />}
        sx={{ '& .MuiButton-startIcon': { display: { xs: 'none', sm: 'inherit' } } }}
        onClick={() => show('new')}
      >
        Import
      </Button>
      {shown !== null && (
        <Suspense>
          <ImportDialog recordType={recordType} shown={shown} onShow={show} />
        </Suspense>
      )}
    </>
  );
}
