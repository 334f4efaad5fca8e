/** Writes a number into a body unchanged: JSON has numbers that JavaScript cannot hold. */
const rawNumber = (text: string): unknown =>
  (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text); // since Node 22; not in the types yet

export const words = (text: string) => text.split(' ');

const NUMBERS = [
  ...words('0 -0 -1 1.5 0.1 2147483647 2147483648 -2147483648 -2147483649 4294967296'),
  ...words('9007199254740993 18446744073709551616 1e21 1e308 -1e308 1e999 -1e999 1e-400 5e-324'),
  `1${'0'.repeat(400)}`,
  `0.${'3'.repeat(1000)}`,
].map(rawNumber);

/** Short strings, for bodies and URLs. */
export const TEXTS = [
  '',
  ' ',
  ...words('\0 a\0b \u0001\u001b[31m\u007f'),
  '\r\nX-Injected: yes\r\n\r\n',
  ...words('\ud800 \udc00\ud800 \u202egnirts\u2066 \ufeff \uffff'),
  '\u0130stanbul \u00df \u017f \ufb00',
  'e\u0301\u0300\u0302'.repeat(20),
  '👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'ü'.repeat(128),
  ...words('../../../../etc/passwd ..\\..\\Config ../Tokens/Administrator.json /etc/passwd'),
  ...words('C:\\Windows\\win.ini \\\\host\\share file:///etc/passwd Folder CON NUL.json .json . .. ~'),
  ...words('__proto__ constructor prototype toString hasOwnProperty valueOf null undefined NaN true'),
  ...words('-1 1e999'),
  '[object Object]',
  "' OR 1=1 --",
  '"; drop table audit; --',
  ...words('* % _ <script>alert(1)</script>'),
  `$\{7*7}`,
  ...words('{{7*7}} %s%n%d %00%2e%2e%2f (a+)+$ All all None steam_'),
  `steam_${'x'.repeat(200)}`,
  ...words('_ UNKNOWN_76561198000000001 00000000-00000000-00000000-00000000'),
  ...words('ffffffff-ffff-ffff-ffff-ffffffffffff {00000000-0000-0000-0000-000000000000} 0.0.0.0'),
  ...words('255.255.255.255 999.1.1.1 1.2.3.4/0 0x7f.1 :: ::ffff:1.2.3.4 fe80::1%eth0'),
  ...words('1:2:3:4:5:6:7:8:9'),
  'x'.repeat(4000),
];

/** For bodies only: too long for a URL. */
const LONG_TEXTS = [
  'x'.repeat(100_000),
  '\0'.repeat(256),
  '\0'.repeat(10_000),
  '💩'.repeat(128),
  '💩'.repeat(50_000),
];

function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}

const OTHERS = [
  ...words('null true false [] {} [[]] [null] [{}] [""] [[],{},null,1,"x",true] {"length":3,"0":"a"}'),
  '{"__proto__": {"isAdmin": true}, "constructor": {"prototype": {}}}',
  '{"toString": "x", "valueOf": 1, "toJSON": "y", "then": "z", "hasOwnProperty": null}',
  nested(60),
].map((text): unknown => JSON.parse(text));

const LARGE: unknown[] = [
  { '': 1, ' ': 2, '\0': 3, ['x'.repeat(1000)]: 4, '/~1': 5 },
  Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`key${index}`, index])),
  Array.from({ length: 5000 }, () => 'Wood'),
  Array.from({ length: 1000 }, () => 'Wood'),
  Array.from({ length: 1000 }, () => ({})),
  Array.from({ length: 5000 }, (_, index) => index),
];

/** Replacements for each field of each body. */
export const VALUES: unknown[] = [...NUMBERS, ...TEXTS, ...LONG_TEXTS, ...OTHERS, ...LARGE];

/** Whole bodies, sent unchanged. */
export const BODIES: (string | Buffer)[] = [
  ' ',
  ...words('null true 0 "" [] [{}] {} {"":1} {"a":1,"a":2} {"__proto__":{"Message":"x","Items":[]}}'),
  ...words('{"constructor":{"prototype":{"Message":"x"}}} {"a":1}{"a":2} {"a":1,} {a:1} {"a":01}'),
  ...words('{"a":.5} {"a":+1} {"a":0x10} {"a":Infinity} {"a":"\t"} {"a":"\\x41"} {"a":"\\ud800"}'),
  ...words('{"\\u0000":"\\u0000"}'),
  '// no\n{}',
  ...words('\u2028{} \u00a0{} \ufeff\ufeff{}'),
  nested(99),
  nested(101),
  nested(5000),
  nested(400_000),
  '['.repeat(900_000),
  `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  `{"Deep":${nested(100_000)}}`,
  `{"Reason":"x","Message":"x","x":${nested(5000)}}`,
  `[${'0,'.repeat(300_000)}0]`,
  `{"Long":"${'x'.repeat(1_000_000)}"}`,
  `{"n":${'9'.repeat(500_000)}}`,
  `{${Array.from({ length: 50_000 }, (_, index) => `"k${index}":0`).join()}}`,
  `{${'"a":1,'.repeat(100_000)}"a":2}`,
  'x'.repeat(1024 * 1024 + 1),
  Buffer.alloc(1000),
  ...words('7b22ff223a317d 22c32822 22eda08022 22c08022 22f490808022 fffe7b007d00 1f8b0800000000000003').map(
    (hex) => Buffer.from(hex, 'hex'),
  ),
  Buffer.from('{}', 'utf16le'),
  'Message=x&Reason=y',
  '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
  '--x\r\nContent-Disposition: form-data; name="Message"\r\n\r\nx\r\n--x--',
];

/** Path values that encodeURIComponent never produces. */
export const ENCODED = [
  ...words('% %0 %zz %ff %c0%ae%c0%ae %ed%a0%80 %E0%A4%A %25%32%65 %u0041 %00'),
  ...words('%0d%0aX-Injected:%20yes %2e%2e%2f%2e%2e ..; ;a=b a:b@c a+b *'),
  "'()!~",
  ...words('| [] {x} ^`"<> %2F%2F %5c'),
  `${'%41'.repeat(3000)}`,
];

export const QUERIES = [
  ...words('? ?? ?= ?&&& ?a ?a=%ff ?%ff=a ?% ?__proto__=x ?__proto__[x]=y ?constructor=x'),
  ...words('?hasOwnProperty=x ?a[]=1&a[b]=2 ?a=1&a=2&a=3'),
  `?${'a&'.repeat(3000)}`,
  `?${'x'.repeat(8000)}`,
  ...words('?access_token=test-administrator ?callback=alert ?_method=DELETE ?a=1;b=2'),
];
