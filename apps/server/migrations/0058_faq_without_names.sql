-- What the first questions say is read by people of every platform, each of which has its own name for the product. One that somebody edited stays as it is.
update faqs
set
  answer = replace(answer, 'Yes. Vitrine is', 'Yes. It is'),
  answer_text = replace(answer_text, 'Yes. Vitrine is', 'Yes. It is'),
  version = version + 1,
  updated_at = now()
where question = 'Can I run it myself?' and version = 1
  and answer = '<p>Yes. Vitrine is free software under the MIT licence and starts with one command on a laptop or a server.</p>';
