/* Image for the tests of the emulator: carries out commands from the data port, a line each.
 * Numbers are in hex.
 *
 *   k PIN...        where things are wired: four select lines; clock, latch and data of the switches;
 *                   data, power and fault line of the pixels
 *   a ROW CHANNEL   wake a strip's sensors (the pin of its row line), read a channel
 *   q INPUT CHANNEL read a channel of a quarter, at an input of the converter
 *   s               read the chain of switches: 64 bits
 *   p HEX...        write the chain of pixels (hex digits of its bytes)
 *   e               power of the pixels on; d: off
 *   n               level of the fault line of the pixels' supply
 *   x               erase the non-volatile memory;  w OFFSET HEX: program a page that begins so
 *   r OFFSET        read 8 bytes of it
 *   i               cause of the last reset: watchdog's reason, CHIP_RESET, and scratch register 0
 *   b VALUE         reset by the watchdog, with a value in that register;  h: hang until it bites
 *   c TEXT          write to the console
 *   o               level of the flash's chip select, which the button BOOTSEL would ground
 *   v               32 bits of the ring oscillator's random bit
 *   t               the timer, in us
 *   u               events of USB: control transfers that began before the last had ended, suspends,
 *                   resumes
 *
 * Not for a chip outside the emulator: it does not set up the clocks nor the flash's reads.
 */
#include "rp2040.h"

/* Digest of the sources, by which a test knows that the image was made from them. */
__attribute__((used)) const char sources[] = "sources " SOURCES;

enum { SELECT, CLOCK = 4, LATCH, CHAIN, LED_DATA, LED_ENABLE, LED_FAULT, PINS };
static uint32_t pins[PINS];

int main(void);
void start(void);
extern uint32_t stack_top, data_load, data_start, data_end, bss_start, bss_end;

__attribute__((section(".boot2"), naked, used)) void second_stage(void) {
    __asm__("ldr r0, =0x10000100\n ldr r1, [r0, #0]\n mov sp, r1\n ldr r1, [r0, #4]\n bx r1\n .pool");
}
__attribute__((section(".vectors"), used)) static void *const vectors[] = {&stack_top, (void *)start};

static char line[600];
static char reply[64];

void start(void) {
    uint32_t *from = &data_load;
    for (uint32_t *to = &data_start; to < &data_end;) {
        *to++ = *from++;
    }
    for (uint32_t *to = &bss_start; to < &bss_end;) {
        *to++ = 0;
    }
    main();
}

void wait_us(uint32_t microseconds) {
    uint32_t begin = REG(TIMER_LOW);
    while (REG(TIMER_LOW) - begin < microseconds) {
    }
}

static void drive(uint32_t pin, bool level) {
    REG(IO_CTRL(pin)) = FUNCTION_SIO;
    REG(level ? SIO_OUT_SET : SIO_OUT_CLEAR) = 1u << pin;
    REG(SIO_OE_SET) = 1u << pin;
}

static void select(uint32_t channel) {
    for (uint32_t bit = 0; bit < 4; bit++) {
        drive(pins[SELECT + bit], channel >> bit & 1);
    }
}

static uint32_t convert(uint32_t input) {
    REG(ADC_CS) = 1 | input << 12;
    REG(ADC_CS) = 1 | 1 << 2 | input << 12;
    while (!(REG(ADC_CS) & 1 << 8)) {
    }
    return REG(ADC_RESULT);
}

static uint32_t read_strip(uint32_t row, uint32_t channel) {
    select(channel);
    drive(row, false);
    wait_us(450);
    uint32_t counts = convert(0);
    drive(row, true);
    return counts;
}

static void read_switches(uint8_t *bits) {
    drive(pins[CLOCK], false);
    drive(pins[LATCH], false); /* loads */
    wait_us(1);
    drive(pins[LATCH], true);
    REG(IO_CTRL(pins[CHAIN])) = FUNCTION_SIO;
    for (uint32_t at = 0; at < 64; at++) {
        bits[at / 8] = bits[at / 8] << 1 | (REG(SIO_IN) >> pins[CHAIN] & 1);
        drive(pins[CLOCK], true);
        wait_us(1);
        drive(pins[CLOCK], false);
    }
}

/* WS2812 at 800 kHz by a state machine of 12.5 MHz: 16 cycles a bit, high for 4 or 9 of them. */
static void write_pixels(const uint8_t *data, uint32_t count) {
    static const uint16_t program[] = {
        0x6021 | 0x0600, /* out x, 1   side 0 [6] */
        0x1023 | 0x0300, /* jmp !x, 3  side 1 [3] */
        0x1000 | 0x0400, /* jmp 0      side 1 [4] */
        0x0000 | 0x0400, /* jmp 0      side 0 [4] */
    };
    for (uint32_t at = 0; at < 4; at++) {
        REG(PIO0 + 0x48 + 4 * at) = program[at];
    }
    REG(IO_CTRL(pins[LED_DATA])) = FUNCTION_PIO0;
    REG(PIO0 + 0xc8) = 10u << 16;                            /* clock divider */
    REG(PIO0 + 0xcc) = 3u << 12;                             /* wrap after the last */
    REG(PIO0 + 0xd0) = 1u << 17 | 8u << 25;                  /* pull 8 bits at a time, highest first */
    REG(PIO0 + 0xdc) = 1u << 29 | 1u << 26 | pins[LED_DATA] << 10 | pins[LED_DATA] << 5;
    REG(PIO0 + 0xd8) = 0xe081;                               /* set pindirs, 1 */
    REG(PIO0) = 1;
    for (uint32_t at = 0; at < count; at++) {
        while (REG(PIO0 + 4) & 1 << 16) {
        }
        REG(PIO0 + 0x10) = (uint32_t)data[at] << 24;
    }
    wait_us(100);
    REG(PIO0) = 0;
}

static uint32_t digit(char sign) { return sign <= '9' ? sign - '0' : (sign | 32) - 'a' + 10; }

/* Read a number in hex and the space behind it. */
static uint32_t number(const char **text) {
    uint32_t value = 0;
    while (**text > ' ') {
        value = value << 4 | digit(*(*text)++);
    }
    *text += **text == ' ';
    return value;
}

static uint32_t bytes(const char *text, uint8_t *data) {
    uint32_t count = 0;
    for (; text[0] > ' ' && text[1] > ' '; text += 2) {
        data[count++] = digit(text[0]) << 4 | digit(text[1]);
    }
    return count;
}

static char *hex(char *end, uint32_t value, int digits) {
    while (digits--) {
        *end++ = "0123456789abcdef"[value >> 4 * digits & 15];
    }
    return end;
}

static char *carry_out(const char *text, char *end) {
    static uint8_t data[512];
    const char command = *text;
    text += text[0] && text[1] ? 2 : 1;
    uint32_t first;
    switch (command) {
    case 'k':
        for (int at = 0; at < PINS; at++) {
            pins[at] = number(&text);
        }
        break;
    case 'a':
        first = number(&text);
        return hex(end, read_strip(first, number(&text)), 3);
    case 'q':
        first = number(&text);
        select(number(&text));
        wait_us(20);
        return hex(end, convert(first), 3);
    case 's':
        read_switches(data);
        for (int at = 0; at < 8; at++) {
            end = hex(end, data[at], 2);
        }
        return end;
    case 'p':
        write_pixels(data, bytes(text, data));
        break;
    case 'e':
    case 'd':
        drive(pins[LED_ENABLE], command == 'e');
        break;
    case 'n':
        REG(IO_CTRL(pins[LED_FAULT])) = FUNCTION_SIO;
        return hex(end, REG(SIO_IN) >> pins[LED_FAULT] & 1, 1);
    case 'x':
        flash_erase();
        break;
    case 'w':
        first = number(&text);
        for (uint32_t at = bytes(text, data); at < 256; at++) {
            data[at] = 0xff;
        }
        flash_program(first, data);
        break;
    case 'r':
        first = number(&text);
        for (uint32_t at = 0; at < 8; at++) {
            end = hex(end, *(volatile uint8_t *)(NVM + first + at), 2);
        }
        return end;
    case 'i':
        end = hex(end, REG(WATCHDOG_REASON), 1);
        *end++ = ' ';
        end = hex(end, REG(CHIP_RESET), 8);
        *end++ = ' ';
        return hex(end, REG(WATCHDOG_SCRATCH0), 8);
    case 'u':
        end = hex(end, usb_events.overtakings, 2);
        end = hex(end, usb_events.suspends, 2);
        return hex(end, usb_events.resumes, 2);
    case 'o':
        return hex(end, REG(SIO_IN_QSPI) >> 1 & 1, 1);
    case 'v':
        first = 0;
        for (int at = 0; at < 32; at++) {
            first = first << 1 | (REG(ROSC_RANDOM_BIT) & 1);
        }
        return hex(end, first, 8);
    case 't':
        return hex(end, REG(TIMER_LOW), 8);
    case 'b':
        REG(WATCHDOG_SCRATCH0) = number(&text);
        REG(WATCHDOG_CTRL) = 1u << 31;
        break;
    case 'h':
        REG(WATCHDOG_TICK) = 1 << 9 | 12;
        REG(WATCHDOG_LOAD) = 100000; /* twice 50 ms: erratum RP2040-E1 */
        REG(WATCHDOG_CTRL + SET) = 1u << 30;
        for (;;) {
        }
    case 'c':
        for (first = 0; text[first]; first++) {
        }
        usb_write(CONSOLE, text, first);
        break;
    default:
        *end++ = '?';
        return end;
    }
    *end++ = '.';
    return end;
}

int main(void) {
    REG(RESETS + CLEAR) = 0x01ffffff;
    for (uint32_t pin = 0; pin < 30; pin++) {
        REG(PADS(pin)) = 0x56; /* input on, 4 mA, no pulls */
    }
    __asm__ volatile("cpsid i");
    usb_start();
    uint32_t length = 0;
    for (;;) {
        usb_poll();
        int sign = usb_read(DATA);
        if (sign == '\n') {
            line[length] = 0;
            length = 0;
            char *end = carry_out(line, reply);
            *end++ = '\n';
            while (!usb_write(DATA, reply, end - reply)) {
                usb_poll();
            }
        } else if (sign >= 0 && length < sizeof line - 1) {
            line[length++] = sign;
        } else if (sign < 0) {
            __asm__ volatile("wfi"); /* a masked interrupt ends it; nothing else happens */
        }
    }
}
