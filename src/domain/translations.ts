/** A text in the languages other than English. */
interface Translation {
  ko: string;
  es: string;
}

/**
 * All messages about errors that a caller can see, by their English. Values stand at `{0}`, `{1}`, … In Korean, no particle that depends
 * on its word follows a value; in Spanish, no gender depends on one.
 */
// biome-ignore format: two lines for each message at the most
export const TRANSLATIONS = {
  // Values of fields
  'Is required.': { ko: '필수 항목입니다.', es: 'Es obligatorio.' },
  'Is required, unless {0} is sent.': { ko: '{0} 값을 보내지 않으면 필수입니다.', es: 'Es obligatorio si no se envía {0}.' },
  'Is not accepted.': { ko: '허용되지 않는 값입니다.', es: 'No se acepta.' },
  'Is no parameter of this feed.': { ko: '이 피드에 없는 매개변수입니다.', es: 'No es un parámetro de este canal.' },
  'Must not be empty.': { ko: '비워 둘 수 없습니다.', es: 'No puede estar vacío.' },
  'Must not be empty, and 0 counts as empty.':
    { ko: '비워 둘 수 없으며, 0도 빈 값으로 봅니다.', es: 'No puede estar vacío, y 0 cuenta como vacío.' },
  'Must not stand beside {0}.': { ko: '{0} 값과 함께 보낼 수 없습니다.', es: 'No puede enviarse junto con {0}.' },
  'Must be sent together with {0}.': { ko: '{0} 값과 함께 보내야 합니다.', es: 'Debe enviarse junto con {0}.' },
  'Must not be false beside {0}.': { ko: '{0} 값이 있으면 false일 수 없습니다.', es: 'No puede ser false junto con {0}.' },
  'Must be said in one form only.': { ko: '한 가지 형식으로만 보내야 합니다.', es: 'Debe indicarse en una sola forma.' },
  'Must be text.': { ko: '텍스트여야 합니다.', es: 'Debe ser texto.' },
  'Must be text: files are not taken.':
    { ko: '텍스트여야 합니다. 파일은 받지 않습니다.', es: 'Debe ser texto: no se admiten archivos.' },
  'Must be valid Unicode text without NUL.':
    { ko: 'NUL 문자가 없는 올바른 유니코드 텍스트여야 합니다.', es: 'Debe ser texto Unicode válido, sin NUL.' },
  'Must be one line, without control characters.':
    { ko: '제어 문자가 없는 한 줄이어야 합니다.', es: 'Debe ser una sola línea, sin caracteres de control.' },
  'Must be a word.': { ko: '한 단어여야 합니다.', es: 'Debe ser una palabra.' },
  'Must be one of {0}.': { ko: '다음 중 하나여야 합니다: {0}.', es: 'Debe ser uno de estos valores: {0}.' },
  'Must be true or false.': { ko: 'true 또는 false여야 합니다.', es: 'Debe ser true o false.' },
  'Must be a number.': { ko: '숫자여야 합니다.', es: 'Debe ser un número.' },
  'Must be a number from {0} to {1}.':
    { ko: '{0}에서 {1} 사이의 숫자여야 합니다.', es: 'Debe ser un número de {0} a {1}.' },
  'Must be a whole number from {0}.':
    { ko: '{0} 이상의 정수여야 합니다.', es: 'Debe ser un número entero a partir de {0}.' },
  'Must be a date and time.': { ko: '날짜와 시간이어야 합니다.', es: 'Debe ser una fecha y hora.' },
  'Must be a day, as in 2037-03-06.': { ko: '2037-03-06 같은 날짜여야 합니다.', es: 'Debe ser un día, como 2037-03-06.' },
  'Must be two dates, the second not before the first.':
    { ko: '두 날짜여야 하며, 둘째는 첫째보다 앞설 수 없습니다.', es: 'Deben ser dos fechas, la segunda no anterior a la primera.' },
  'Must lie in the years 1 to 9999 of its time zone.':
    { ko: '해당 시간대에서 1년부터 9999년 사이여야 합니다.', es: 'Debe estar entre los años 1 y 9999 de su zona horaria.' },
  'Must be the name of a time zone.': { ko: '시간대 이름이어야 합니다.', es: 'Debe ser el nombre de una zona horaria.' },
  'Must be after {0}.': { ko: '{0} 값보다 뒤여야 합니다.', es: 'Debe ser posterior a {0}.' },
  'Must be at most {0} days after {1}: a year in whole weeks.':
    { ko: '{1} 값에서 {0}일 이내여야 합니다(주 단위로 1년).', es: 'Debe estar como máximo {0} días después de {1}: un año en semanas completas.' },
  'Must be nearer to {0}: the range has more than {1} events.':
    { ko: '{0} 값에 더 가까워야 합니다. 이 기간의 행사가 {1}개를 넘습니다.', es: 'Debe estar más cerca de {0}: el periodo tiene más de {1} eventos.' },
  'Must be an absolute http(s) address.':
    { ko: 'http(s)로 시작하는 절대 주소여야 합니다.', es: 'Debe ser una dirección http(s) absoluta.' },
  'Must be an absolute http, https, ftp, mailto or tel address.':
    { ko: 'http, https, ftp, mailto 또는 tel로 시작하는 절대 주소여야 합니다.', es: 'Debe ser una dirección absoluta http, https, ftp, mailto o tel.' },
  'Must be the id of an image or an absolute http(s) address.':
    { ko: '이미지의 ID이거나 http(s)로 시작하는 절대 주소여야 합니다.', es: 'Debe ser el ID de una imagen o una dirección http(s) absoluta.' },
  'Must not contain quotes or angle brackets.':
    { ko: '큰따옴표나 꺾쇠괄호는 쓸 수 없습니다.', es: 'No puede contener comillas ni los signos < y >.' },
  'Must not be longer than {0} characters.': { ko: '{0}자를 넘을 수 없습니다.', es: 'No puede tener más de {0} caracteres.' },
  'Must not be longer than {0} bytes.': { ko: '{0}바이트를 넘을 수 없습니다.', es: 'No puede tener más de {0} bytes.' },
  'Must not have more than {0} of <, >, & and line breaks together.':
    { ko: '<, >, &, 줄바꿈은 모두 합해 {0}개를 넘을 수 없습니다.', es: 'No puede tener más de {0} signos <, >, & y saltos de línea en total.' },
  'Must not be more than {0} values.': { ko: '값은 {0}개를 넘을 수 없습니다.', es: 'No puede haber más de {0} valores.' },
  'Must not be more than {0} words.': { ko: '단어는 {0}개를 넘을 수 없습니다.', es: 'No puede haber más de {0} palabras.' },
  'Must not have more than {0} new records.':
    { ko: '새 항목은 {0}개를 넘을 수 없습니다.', es: 'No puede haber más de {0} registros nuevos.' },
  'Must not have more than {0} custom fields.':
    { ko: '사용자 정의 필드는 {0}개를 넘을 수 없습니다.', es: 'No puede haber más de {0} campos personalizados.' },
  'Must not have more than {0} levels or {1} parts.':
    { ko: '{0}단계나 {1}개 부분을 넘을 수 없습니다.', es: 'No puede tener más de {0} niveles ni de {1} partes.' },
  'Must name at least one.': { ko: '하나 이상 지정해야 합니다.', es: 'Debe indicar al menos uno.' },
  'Must be a list of ids.': { ko: 'ID 목록이어야 합니다.', es: 'Debe ser una lista de ID.' },
  'Must be a list of ids or slugs.': { ko: 'ID나 슬러그의 목록이어야 합니다.', es: 'Debe ser una lista de ID o de slugs.' },
  'Must be a list of post statuses.': { ko: '게시 상태의 목록이어야 합니다.', es: 'Debe ser una lista de estados de publicación.' },
  'Must be ids, or objects with an id or a name.':
    { ko: 'ID이거나, ID 또는 이름이 있는 객체여야 합니다.', es: 'Deben ser ID u objetos con un ID o un nombre.' },
  'Must be an object with a text, a number or a boolean for each key.':
    { ko: '키마다 텍스트, 숫자 또는 불리언이 있는 객체여야 합니다.', es: 'Debe ser un objeto con un texto, un número o un booleano para cada clave.' },
  'Must be a text, a number or a boolean.':
    { ko: '텍스트, 숫자 또는 불리언이어야 합니다.', es: 'Debe ser un texto, un número o un booleano.' },
  'Must be different texts of one line, none of them empty.':
    { ko: '비어 있지 않은 서로 다른 한 줄 텍스트여야 합니다.', es: 'Deben ser textos distintos de una línea, ninguno vacío.' },
  'Must be small letters, digits and underscores with a letter at first, at most 64, or _ecp_custom_ and a number.':
    { ko: '영문 소문자로 시작하는 소문자, 숫자, 밑줄 64자 이하이거나 _ecp_custom_ 뒤에 숫자가 와야 합니다.', es: 'Deben ser minúsculas, cifras y guiones bajos, con una letra al principio y 64 como máximo, o _ecp_custom_ y un número.' },
  'Must be a latitude from -90 to 90, a longitude from -180 to 180, and a radius from 0 to 20100 km.':
    { ko: '위도는 -90에서 90, 경도는 -180에서 180, 반경은 0에서 20100 km 사이여야 합니다.', es: 'Debe ser una latitud de -90 a 90, una longitud de -180 a 180 y un radio de 0 a 20100 km.' },
  'Must be amounts of 0 or more, the second not below the first, and a currency of three letters.':
    { ko: '금액은 0 이상이고 둘째가 첫째보다 작지 않아야 하며, 통화는 세 글자여야 합니다.', es: 'Deben ser importes de 0 o más, el segundo no menor que el primero, y una moneda de tres letras.' },
  'Must be a cursor of this list in this order.':
    { ko: '이 순서로 정렬된 이 목록의 커서여야 합니다.', es: 'Debe ser un cursor de esta lista en este orden.' },
  'Must be a cursor that this list gave.': { ko: '이 목록에서 받은 커서여야 합니다.', es: 'Debe ser un cursor dado por esta lista.' },
  'Must be an order that this list has.': { ko: '이 목록에 있는 정렬이어야 합니다.', es: 'Debe ser un orden que tenga esta lista.' },
  'Needs {0} in where, beside all that is combined.':
    { ko: 'where에 {0} 조건이 있어야 하며, 결합된 조건의 밖에 두어야 합니다.', es: 'Requiere {0} en where, fuera de lo que se combina.' },
  'Must be one key of 1 to {0} visible ASCII characters, in quotes or without.':
    { ko: '보이는 ASCII 문자 1~{0}자로 된 키 하나여야 합니다. 따옴표는 있어도 됩니다.', es: 'Debe ser una clave de 1 a {0} caracteres ASCII visibles, con comillas o sin ellas.' },
  // Rules
  'The two publication dates mean different moments.':
    { ko: '두 게시 날짜가 서로 다른 시각을 가리킵니다.', es: 'Las dos fechas de publicación indican momentos distintos.' },
  'An event cannot end before it starts.':
    { ko: '행사는 시작하기 전에 끝날 수 없습니다.', es: 'Un evento no puede terminar antes de empezar.' },
  'Is not an id of this kind: {0}.': { ko: '이 종류의 ID가 아닙니다: {0}.', es: 'No es un ID de este tipo: {0}.' },
  'Names a record that is not there.': { ko: '존재하지 않는 항목을 가리킵니다.', es: 'Indica un registro que no existe.' },
  'Names a term that is not there.':
    { ko: '존재하지 않는 분류나 태그를 가리킵니다.', es: 'Indica una categoría o etiqueta que no existe.' },
  'There is no {0} with ID {1}.': { ko: 'ID {1}에 해당하는 {0} 항목이 없습니다.', es: 'No existe {0} con el ID {1}.' },
  'There is no {0} with this id.': { ko: '이 ID에 해당하는 {0} 항목이 없습니다.', es: 'No existe {0} con este ID.' },
  'There is no {0} with this slug.': { ko: '이 슬러그에 해당하는 {0} 항목이 없습니다.', es: 'No existe {0} con este slug.' },
  'There is no {0} with this address.': { ko: '이 주소에 해당하는 {0} 항목이 없습니다.', es: 'No existe {0} con esta dirección.' },
  'There is no custom field with this key.':
    { ko: '이 키의 사용자 정의 필드가 없습니다.', es: 'No existe ningún campo personalizado con esta clave.' },
  'The record with ID {0} is not an event.': { ko: 'ID {0} 항목은 행사가 아닙니다.', es: 'El registro con el ID {0} no es un evento.' },
  'Another record has this already.': { ko: '다른 항목이 이미 쓰고 있는 값입니다.', es: 'Otro registro ya tiene este valor.' },
  'Another record has this slug in another language.':
    { ko: '다른 항목이 다른 언어에서 이 슬러그를 쓰고 있습니다.', es: 'Otro registro tiene este slug en otro idioma.' },
  'There is a term with this name already.':
    { ko: '이 이름의 분류나 태그가 이미 있습니다.', es: 'Ya existe una categoría o etiqueta con este nombre.' },
  'Only publish may be asked for.': { ko: 'publish만 요청할 수 있습니다.', es: 'Solo se puede pedir publish.' },
  'The original cannot be taken away; delete the record instead.':
    { ko: '원문은 없앨 수 없습니다. 대신 항목을 삭제하세요.', es: 'El original no se puede quitar; elimine el registro.' },
  'The record has no translation in this language.':
    { ko: '이 언어로 된 번역이 없는 항목입니다.', es: 'El registro no tiene traducción a este idioma.' },
  'You may not make new terms: {0}.':
    { ko: '새 분류나 태그를 만들 권한이 없습니다: {0}.', es: 'No tiene permiso para crear categorías ni etiquetas: {0}.' },
  'You may not bring in images.': { ko: '이미지를 추가할 권한이 없습니다.', es: 'No tiene permiso para añadir imágenes.' },
  'Only who may edit the records of others may name another author.':
    { ko: '다른 사람의 항목을 편집할 수 있어야 다른 작성자를 지정할 수 있습니다.', es: 'Solo quien puede editar registros ajenos puede indicar otro autor.' },
  'Must not be the name of a parameter or member of REST.':
    { ko: 'REST의 매개변수나 멤버의 이름은 쓸 수 없습니다.', es: 'No puede ser el nombre de un parámetro o miembro de REST.' },
  'Must name it in one language at least.':
    { ko: '한 언어 이상으로 이름을 지정해야 합니다.', es: 'Debe tener un nombre en un idioma como mínimo.' },
  'Must not be sent for a field of this kind.':
    { ko: '이 종류의 필드에는 보낼 수 없습니다.', es: 'No puede enviarse para un campo de este tipo.' },
  'Not done, because another of the items was refused.':
    { ko: '다른 항목이 거부되어 처리하지 않았습니다.', es: 'No se hizo, porque se rechazó otro de los elementos.' },
  // The whole request
  'Required and not given: {0}.': { ko: '필수 항목이 빠졌습니다: {0}.', es: 'Es obligatorio y falta: {0}.' },
  'Not accepted: {0}.': { ko: '허용되지 않습니다: {0}.', es: 'No se acepta: {0}.' },
  'Nothing but white space: {0}.': { ko: '공백만 있습니다: {0}.', es: 'Solo contiene espacios: {0}.' },
  'The record was changed after it was read.':
    { ko: '항목을 읽은 뒤에 내용이 바뀌었습니다.', es: 'El registro cambió después de que se leyó.' },
  'A request with this Idempotency-Key still runs. Please try again soon.':
    { ko: '이 Idempotency-Key의 요청이 아직 처리 중입니다. 잠시 후 다시 시도하세요.', es: 'Una solicitud con esta Idempotency-Key sigue en curso. Inténtelo de nuevo en breve.' },
  'This Idempotency-Key was sent with another request before.':
    { ko: '이 Idempotency-Key는 이전에 다른 요청에 쓰였습니다.', es: 'Esta Idempotency-Key ya se envió con otra solicitud.' },
  'This needs a user name and a password.':
    { ko: '사용자 이름과 비밀번호가 필요합니다.', es: 'Se requieren un nombre de usuario y una contraseña.' },
  'This needs rights that you do not have.': { ko: '필요한 권한이 없습니다.', es: 'Se requieren permisos que usted no tiene.' },
  'You are not logged in.': { ko: '로그인하지 않았습니다.', es: 'No ha iniciado sesión.' },
  'These credentials are not valid. Send Basic with a user name and a password, or Bearer with a password that was generated; one that was chosen needs the name there too: Bearer name:password.':
    { ko: '올바른 로그인 정보가 아닙니다. Basic으로 사용자 이름과 비밀번호를 보내거나, Bearer로 생성된 비밀번호를 보내세요. 직접 정한 비밀번호는 Bearer에도 이름이 필요합니다: Bearer name:password.', es: 'Estas credenciales no son válidas. Envíe Basic con un nombre de usuario y una contraseña, o Bearer con una contraseña generada; una elegida requiere también ahí el nombre: Bearer name:password.' },
  'This record is not public.': { ko: '공개되지 않은 항목입니다.', es: 'Este registro no es público.' },
  'This record is in the trash already.': { ko: '이미 휴지통에 있는 항목입니다.', es: 'Este registro ya está en la papelera.' },
  'This record is no longer available.': { ko: '더 이상 볼 수 없는 항목입니다.', es: 'Este registro ya no está disponible.' },
  'What is stored as {0} is damaged.': { ko: '저장된 데이터가 손상되었습니다: {0}.', es: 'Lo almacenado como {0} está dañado.' },
  'Something went wrong on the server.': { ko: '서버에서 문제가 발생했습니다.', es: 'Algo ha fallado en el servidor.' },
  'There is nothing at this address.': { ko: '이 주소에는 아무것도 없습니다.', es: 'No hay nada en esta dirección.' },
  'There is no route for this address and method.':
    { ko: '이 주소와 메서드에 해당하는 경로가 없습니다.', es: 'No hay ninguna ruta para esta dirección y este método.' },
  'There is no namespace of this name.': { ko: '이 이름의 네임스페이스가 없습니다.', es: 'No hay ningún espacio de nombres con este nombre.' },
  'There is no such page.': { ko: '그런 페이지가 없습니다.', es: 'No existe esa página.' },
  'This server does not tell its schema.': { ko: '이 서버는 스키마를 알려 주지 않습니다.', es: 'Este servidor no muestra su esquema.' },
  '{0} is not taken here.': { ko: '여기서는 쓸 수 없습니다: {0}.', es: 'Aquí no se admite {0}.' },
  '_jsonp takes the name of a function.': { ko: '_jsonp에는 함수의 이름을 넣어야 합니다.', es: '_jsonp admite el nombre de una función.' },
  'The body is not valid JSON.': { ko: '본문이 올바른 JSON이 아닙니다.', es: 'El cuerpo no es JSON válido.' },
  'The body has half a surrogate pair.': { ko: '본문에 짝이 없는 서로게이트가 있습니다.', es: 'El cuerpo tiene medio par sustituto.' },
  'JSON may be nested {0} levels deep at the most.':
    { ko: 'JSON은 {0}단계까지만 중첩할 수 있습니다.', es: 'JSON puede anidarse en {0} niveles como máximo.' },
  'The body is not a valid multipart form.':
    { ko: '본문이 올바른 multipart 양식이 아닙니다.', es: 'El cuerpo no es un formulario multipart válido.' },
  'A body may have {0} bytes at the most.': { ko: '본문은 {0}바이트까지입니다.', es: 'El cuerpo puede tener {0} bytes como máximo.' },
  'A document may have {0} bytes at the most.': { ko: '문서는 {0}바이트까지입니다.', es: 'Un documento puede tener {0} bytes como máximo.' },
  'The address of a feed may have {0} characters at the most.':
    { ko: '피드의 주소는 {0}자까지입니다.', es: 'La dirección de un canal puede tener {0} caracteres como máximo.' },
  'A request may have {0} {1} at the most; this one has {2}.':
    { ko: '요청 하나에 {1} {0}까지 쓸 수 있는데, 이 요청에는 {2}만큼 있습니다.', es: 'Una solicitud puede tener {0} {1} como máximo; esta tiene {2}.' },
  'The body did not come in time.': { ko: '본문이 제때 오지 않았습니다.', es: 'El cuerpo no llegó a tiempo.' },
  'Send JSON, or a header that no form can send: GraphQL-Require-Preflight: 1.':
    { ko: 'JSON을 보내거나, 양식이 보낼 수 없는 헤더를 보내세요: GraphQL-Require-Preflight: 1.', es: 'Envíe JSON, o una cabecera que ningún formulario pueda enviar: GraphQL-Require-Preflight: 1.' },
  'A page of another site may not send forms here with the credentials that a browser keeps. Send JSON.':
    { ko: '다른 사이트의 페이지는 브라우저에 저장된 로그인 정보로 양식을 보낼 수 없습니다. JSON을 보내세요.', es: 'Una página de otro sitio no puede enviar formularios aquí con las credenciales que guarda el navegador. Envíe JSON.' },
  'The changes after this cursor are not kept any more. Take a new cursor, and read everything anew.':
    { ko: '이 커서 뒤의 변경 내역은 더 이상 보관되어 있지 않습니다. 새 커서를 받아 모두 다시 읽으세요.', es: 'Los cambios posteriores a este cursor ya no se conservan. Tome un cursor nuevo y vuelva a leerlo todo.' },
  'Any record may have changed since. Take a new cursor, and read everything anew.':
    { ko: '그 뒤로 모든 항목이 바뀌었을 수 있습니다. 새 커서를 받아 모두 다시 읽으세요.', es: 'Desde entonces puede haber cambiado cualquier registro. Tome un cursor nuevo y vuelva a leerlo todo.' },
  'This cursor was given to a caller with other rights. Take a new cursor, and read everything anew.':
    { ko: '다른 권한의 호출자가 받은 커서입니다. 새 커서를 받아 모두 다시 읽으세요.', es: 'Este cursor se dio con otros permisos. Tome un cursor nuevo y vuelva a leerlo todo.' },
  'This cursor is of another calendar, or of a state that was replaced by a backup. Take a new cursor, and read everything anew.':
    { ko: '다른 달력의 커서이거나, 백업으로 대체된 상태의 커서입니다. 새 커서를 받아 모두 다시 읽으세요.', es: 'Este cursor es de otro calendario, o de un estado que una copia de seguridad reemplazó. Tome un cursor nuevo y vuelva a leerlo todo.' },
  // The server
  'More than {0} {1} in a minute. Please try again later.':
    { ko: '1분 한도를 넘었습니다: {1} {0}. 나중에 다시 시도하세요.', es: 'Más de {0} {1} en un minuto. Inténtelo de nuevo más tarde.' },
  'Too many attempts to log in have failed. Please try again later.':
    { ko: '로그인에 너무 많이 실패했습니다. 나중에 다시 시도하세요.', es: 'Han fallado demasiados intentos de iniciar sesión. Inténtelo de nuevo más tarde.' },
  'An address may have {0} streams at once.':
    { ko: '한 주소에서 동시에 스트림 {0}개까지 열 수 있습니다.', es: 'Una dirección puede tener {0} transmisiones a la vez.' },
  'There are too many streams at this moment. Please try again soon.':
    { ko: '지금은 스트림이 너무 많습니다. 잠시 후 다시 시도하세요.', es: 'En este momento hay demasiadas transmisiones. Inténtelo de nuevo en breve.' },
  'Too many requests are being answered at this moment. Please try again soon.':
    { ko: '지금은 처리 중인 요청이 너무 많습니다. 잠시 후 다시 시도하세요.', es: 'En este momento se atienden demasiadas solicitudes. Inténtelo de nuevo en breve.' },
  'Another program is writing. Please try again soon.':
    { ko: '다른 프로그램이 쓰고 있습니다. 잠시 후 다시 시도하세요.', es: 'Otro programa está escribiendo. Inténtelo de nuevo en breve.' },
  'The data cannot be reached at the moment. Please try again soon.':
    { ko: '지금은 데이터에 접근할 수 없습니다. 잠시 후 다시 시도하세요.', es: 'En este momento no se puede acceder a los datos. Inténtelo de nuevo en breve.' },
  'The stored data cannot be read at the moment.':
    { ko: '지금은 저장된 데이터를 읽을 수 없습니다.', es: 'En este momento no se pueden leer los datos almacenados.' },
  'There is no room to store anything at the moment. Please try again later.':
    { ko: '지금은 저장할 공간이 없습니다. 나중에 다시 시도하세요.', es: 'En este momento no hay espacio para guardar nada. Inténtelo de nuevo más tarde.' },
  'The request took longer than {0} seconds and was given up.':
    { ko: '요청이 {0}초를 넘어 중단되었습니다.', es: 'La solicitud tardó más de {0} segundos y se abandonó.' },
  'The server stops.': { ko: '서버가 종료되고 있습니다.', es: 'El servidor se está deteniendo.' },
  'The client has gone.': { ko: '클라이언트의 연결이 끊겼습니다.', es: 'El cliente se ha ido.' },
} as const satisfies Record<string, Translation>;

/** Words of ours that are put into messages: kinds of records, and what is counted. */
export const WORDS: Readonly<Record<string, Translation>> = {
  event: { ko: '행사', es: 'evento' },
  venue: { ko: '장소', es: 'lugar' },
  organizer: { ko: '주최자', es: 'organizador' },
  category: { ko: '분류', es: 'categoría' },
  tag: { ko: '태그', es: 'etiqueta' },
  image: { ko: '이미지', es: 'imagen' },
  user: { ko: '사용자', es: 'usuario' },
  requests: { ko: '요청', es: 'solicitudes' },
  'milliseconds of work': { ko: '작업 밀리초', es: 'milisegundos de trabajo' },
  levels: { ko: '단계', es: 'niveles' },
  'fields at its root': { ko: '최상위 필드', es: 'campos en su raíz' },
  aliases: { ko: '별칭', es: 'alias' },
  directives: { ko: '지시자', es: 'directivas' },
  'aliases in introspection': { ko: '인트로스펙션의 별칭', es: 'alias en la introspección' },
  'values in its variables': { ko: '변수의 값', es: 'valores en sus variables' },
  'keys in one variable': { ko: '한 변수의 키', es: 'claves en una variable' },
  'points of cost': { ko: '비용 점수', es: 'puntos de coste' },
};
