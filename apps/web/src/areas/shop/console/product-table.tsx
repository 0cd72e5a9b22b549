import type { Item } from '@vitrine/contract/items';
import { PencilIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Row } from '../../../ui/layout.tsx';
import { ProductPicture } from '../parts/product-grid.tsx';
import styles from './product-table.module.css';

/** Width of pictures in the table, in CSS pixels (specification 3 §9). */
const PICTURE_WIDTH = 54;

interface ProductTableProps {
  items: readonly Item[];
  /** Undefined when the list is read-only, as is `onDelete`. */
  onEdit?: (item: Item) => void;
  onDelete?: (item: Item) => void;
  /** Id of the product with the open form. */
  editedId?: string;
}

export function ProductTable({ items, onEdit, onDelete, editedId }: ProductTableProps) {
  const hasActions = onEdit !== undefined || onDelete !== undefined;
  return (
    <section className={styles.scroller} aria-label="Products">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Image</th>
            <th scope="col">Name</th>
            <th scope="col">Description</th>
            <th scope="col">Height</th>
            <th scope="col">Width</th>
            <th scope="col">Length</th>
            <th scope="col">Price</th>
            {hasActions && <th scope="col">Action</th>}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item._id} data-edited={item._id === editedId ? '' : undefined}>
              <td>
                <div className={styles.picture}>
                  <ProductPicture pictureKey={item.picture?.key} width={PICTURE_WIDTH} height={PICTURE_WIDTH} />
                </div>
              </td>
              <th scope="row" className={styles.name}>
                {item.name}
              </th>
              <td className={styles.description}>{item.description || '–'}</td>
              <td className={styles.number}>{item.height ?? '–'}</td>
              <td className={styles.number}>{item.width ?? '–'}</td>
              <td className={styles.number}>{item.length ?? '–'}</td>
              <td className={styles.number}>${item.price.toFixed(2)}</td>
              {hasActions && (
                <td>
                  <Row>
                    {onEdit && <IconButton label={`Edit ${item.name}`} icon={<PencilIcon size={18} />} onClick={() => onEdit(item)} />}
                    {onDelete && <IconButton label={`Delete ${item.name}`} icon={<TrashIcon size={18} />} onClick={() => onDelete(item)} />}
                  </Row>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
