import Button from '@mui/material/Button';
import type { ImportRun } from '@handover/contract/imports.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { LoadMore } from '#shared/lists/load-more.tsx';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import { rejectionsQuery } from '../imports.queries.ts';
import styles from './run.module.css';

/** The rows that were left out and why, also as a file to put right and import again. */
export function Rejections({ run, onDownload }: { run: ImportRun; onDownload: () => void }): ReactElement {
  const query = useInfiniteQuery(rejectionsQuery(run.id));
  const rejections = query.data?.pages.flatMap((page) => page.rejections) ?? [];
  return (
    <section aria-label="Rows left out">
      <div className={styles['top']}>
        <h3 className={styles['title']}>Rows left out</h3>
        <Button
          variant="outlined"
          color="inherit"
          size="small"
          startIcon={<Icon name="solar:download-minimalistic-linear" size={16} />}
          onClick={onDownload}
        >
          Download with reasons
        </Button>
      </div>
      <PagedPanel
        query={query}
        count={rejections.length}
        empty={{ icon: 'solar:check-circle-bold-duotone', title: 'No row was left out' }}
        failed="The rows could not be loaded"
      >
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Name</th>
              <th scope="col">Reason</th>
            </tr>
          </thead>
          <tbody>
            {rejections.map(({ row, name, reason }) => (
              <tr key={row}>
                <td>{row}</td>
                <td>{name}</td>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <LoadMore
          query={query}
          shown={rejections.length}
          total={query.data?.pages[0]?.total ?? rejections.length}
        />
      </PagedPanel>
    </section>
  );
}
