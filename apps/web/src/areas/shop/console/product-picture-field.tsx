import { useId, useRef, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Row } from '../../../ui/layout.tsx';
import { FieldNote } from '../../../ui/text-field.tsx';
import { useUploadProductPicture } from '../api/items.ts';
import { ProductPicture } from '../parts/product-grid.tsx';
import { getProductPictureError, needsConversion, PICTURE_ACCEPT } from '../product-picture-rules.ts';
import styles from './product-form.module.css';

/** Specification 3 §9: the width of the picture in the form. */
const WIDTH = 160;

interface ProductPictureFieldProps {
  pictureKey: string;
  onChange: (pictureKey: string) => void;
  error?: string;
}

/** A picture is uploaded when it is chosen; the product takes it with Save. */
export function ProductPictureField({ pictureKey, onChange, error }: ProductPictureFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const [fault, setFault] = useState<string>();
  // Object URL of the uploaded file; some formats are only visible after conversion.
  const [waiting, setWaiting] = useState<string>();
  const upload = useUploadProductPicture({
    onSuccess: (key, file) => {
      setWaiting(needsConversion(file) ? key : undefined);
      onChange(key);
    },
  });
  const choose = (file: File) => {
    const found = getProductPictureError(file);
    setFault(found);
    upload.reset();
    if (!found) upload.mutate(file);
  };
  const isWaiting = pictureKey !== '' && waiting === pictureKey;
  const said = fault ?? (upload.error ? getErrorMessage(upload.error) : error);
  return (
    <fieldset className={styles.field} aria-describedby={noteId}>
      <legend className={styles.legend}>Picture</legend>
      <Row wrap align="center" gap={4}>
        <div className={styles.picture}>
          <ProductPicture pictureKey={isWaiting ? null : pictureKey} width={WIDTH} height={120} alt="Product picture" />
        </div>
        <Button isLoading={upload.isPending} onClick={() => input.current?.click()}>
          {pictureKey ? 'Change picture' : 'Upload picture'}
        </Button>
        <input
          ref={input}
          type="file"
          accept={PICTURE_ACCEPT}
          hidden
          aria-label="Choose an image"
          onChange={(event) => {
            const file = event.target.files?.[0];
            // The same file may be chosen again.
            event.target.value = '';
            if (file) choose(file);
          }}
        />
      </Row>
      <FieldNote
        id={noteId}
        error={said}
        hint={isWaiting ? 'Uploaded. A preview appears after you save the product.' : 'JPG, PNG, WebP or HEIC'}
      />
    </fieldset>
  );
}
