import type { ReactElement } from 'react';
import { sourceCatalogue, tagCatalogue } from './catalogue.ts';
import { CustomFieldsCard } from '../custom-fields/custom-fields-card.tsx';
import { CatalogueCard } from './catalogue-card.tsx';

/** Tags, sources and custom fields. */
export default function CataloguesScreen(): ReactElement {
  return (
    <>
      <CatalogueCard
        catalogue={tagCatalogue}
        title="Tags"
        text="Rename, merge or remove a tag and every customer and saved view follows."
      />
      <CatalogueCard
        catalogue={sourceCatalogue}
        title="Sources"
        text="Where customers come from. A new name in a form or an import is added by itself."
      />
      <CustomFieldsCard />
    </>
  );
}
