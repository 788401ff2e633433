import type { ReactElement } from 'react';
import { BusinessList } from '#features/businesses/list/business-list.tsx';

/** admin/business-center */
export default function BusinessListPage(): ReactElement {
  return <BusinessList />;
}
